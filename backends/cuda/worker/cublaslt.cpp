#include "backends/cuda/worker/cublaslt.hpp"

#include <fmt/format.h>

#include "core/error.hpp"

// The library counts by columns. A row-major C is, so read, its transpose: C^T = B^T * A^T, so that our B is its first
// operand and our A its second, and a bias for each column of C is one for each row of C^T, which is what it offers.
namespace tilewright::backends::cuda {
namespace {

cudaDataType_t data_type(gemm::Dtype dtype) { return dtype == gemm::Dtype::fp16 ? CUDA_R_16F : CUDA_R_16BF; }

cublasLtEpilogue_t epilogue_of(kernels::Epilogue epilogue) {
  switch (epilogue) {
    case kernels::Epilogue::none:
      return CUBLASLT_EPILOGUE_DEFAULT;
    case kernels::Epilogue::bias:
      return CUBLASLT_EPILOGUE_BIAS;
    case kernels::Epilogue::bias_relu:
      return CUBLASLT_EPILOGUE_RELU_BIAS;
    case kernels::Epilogue::bias_gelu:
      return CUBLASLT_EPILOGUE_GELU_BIAS;
  }
  return CUBLASLT_EPILOGUE_DEFAULT;
}

cublasOperation_t operation(kernels::Layout layout) {
  return layout == kernels::Layout::row_major ? CUBLAS_OP_N : CUBLAS_OP_T;
}

std::uint64_t unsigned_of(std::int64_t value) { return static_cast<std::uint64_t>(value); }

/// A matrix whose rows lie one after the other is one whose columns do, transposed.
cublasLtMatrixLayout_t layout(const CublasLtApi& api, cudaDataType_t type, const kernels::Extent& extent) {
  cublasLtMatrixLayout_t made = nullptr;
  api.check(api.create_layout(&made, type, unsigned_of(extent.inner), unsigned_of(extent.outer), extent.ld),
            "describe a matrix");
  return made;
}

template <typename T>
T algo_value(const CublasLtApi& api, const cublasLtMatmulAlgo_t& algo, cublasLtMatmulAlgoConfigAttributes_t which) {
  T value{};
  std::size_t written = 0;
  static_cast<void>(api.algo_attribute(&algo, which, &value, sizeof value, &written));
  return value;
}

}  // namespace

void CublasLtApi::check(cublasStatus_t status, const char* tried) const {
  if (status != CUBLAS_STATUS_SUCCESS)
    throw Error(ErrorKind::not_available, fmt::format("cuBLASLt, {}: {}", tried, status_string(status)));
}

std::string CublasLtApi::version_text() const {
  const std::size_t number = version();  // 130100 for 13.1.0
  return fmt::format("{}.{}.{}", number / 10000, number / 100 % 100, number % 100);
}

CublasLtGemm::CublasLtGemm(const CublasLtApi& api, const kernels::GemmOperands& o, OutputType output)
    : api_(api), operands_(o), has_bias_(output == OutputType::operands && o.epilogue != kernels::Epilogue::none) {
  const bool fp32 = output == OutputType::fp32;
  const auto set = [&](cublasLtMatmulDescAttributes_t which, const auto& value) {
    api.check(api.set_desc(desc_, which, &value, sizeof value), "describe the product");
  };
  api.check(api.create(&handle_), "start");
  api.check(api.create_desc(&desc_, CUBLAS_COMPUTE_32F, CUDA_R_32F), "describe the product");
  set(CUBLASLT_MATMUL_DESC_TRANSA, operation(o.b_layout));
  set(CUBLASLT_MATMUL_DESC_TRANSB, operation(o.a_layout));
  set(CUBLASLT_MATMUL_DESC_EPILOGUE, fp32 ? CUBLASLT_EPILOGUE_DEFAULT : epilogue_of(o.epilogue));
  if (has_bias_) {
    set(CUBLASLT_MATMUL_DESC_BIAS_DATA_TYPE, data_type(o.dtype));
    set(CUBLASLT_MATMUL_DESC_BIAS_POINTER, static_cast<const void*>(nullptr));
  }
  first_ = layout(api, data_type(o.dtype), kernels::extent_of_b(o));
  second_ = layout(api, data_type(o.dtype), kernels::extent_of_a(o));
  output_ = layout(api, fp32 ? CUDA_R_32F : data_type(o.dtype), {o.shape.m, o.shape.n, fp32 ? o.shape.n : o.ldc});
}

CublasLtGemm::~CublasLtGemm() {
  for (const cublasLtMatrixLayout_t made : {first_, second_, output_})
    if (made != nullptr) static_cast<void>(api_.destroy_layout(made));
  if (desc_ != nullptr) static_cast<void>(api_.destroy_desc(desc_));
  if (handle_ != nullptr) static_cast<void>(api_.destroy(handle_));
}

std::vector<cublasLtMatmulHeuristicResult_t> CublasLtGemm::algorithms(int count) const {
  cublasLtMatmulPreference_t preference = nullptr;
  api_.check(api_.create_preference(&preference), "ask for algorithms");
  const auto set = [&](cublasLtMatmulPreferenceAttributes_t which, const auto& value) {
    static_cast<void>(api_.set_preference(preference, which, &value, sizeof value));
  };
  set(CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, static_cast<std::uint64_t>(kWorkspaceBytes));
  // Others add parts of K in 16 bits: further off than a sum in fp32 may be.
  set(CUBLASLT_MATMUL_PREF_REDUCTION_SCHEME_MASK, std::uint32_t{CUBLASLT_REDUCTION_SCHEME_COMPUTE_TYPE});
  set(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_A_BYTES, static_cast<std::uint32_t>(operands_.b_alignment_bytes));
  set(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_B_BYTES, static_cast<std::uint32_t>(operands_.a_alignment_bytes));
  std::vector<cublasLtMatmulHeuristicResult_t> found(static_cast<std::size_t>(count));
  int returned = 0;
  const cublasStatus_t status =
      api_.heuristic(handle_, desc_, first_, second_, output_, output_, preference, count, found.data(), &returned);
  static_cast<void>(api_.destroy_preference(preference));
  if (status == CUBLAS_STATUS_NOT_SUPPORTED)
    returned = 0;
  else
    api_.check(status, "ask for algorithms");
  found.resize(static_cast<std::size_t>(returned));
  std::erase_if(found, [](const auto& one) { return one.state != CUBLAS_STATUS_SUCCESS; });
  return found;
}

std::string CublasLtGemm::describe(const cublasLtMatmulHeuristicResult_t& algorithm) const {
  const auto& algo = algorithm.algo;
  return fmt::format("algo {} tile {} stages {} split_k {} waves {:.2f}",
                     algo_value<std::int32_t>(api_, algo, CUBLASLT_ALGO_CONFIG_ID),
                     algo_value<std::uint32_t>(api_, algo, CUBLASLT_ALGO_CONFIG_TILE_ID),
                     algo_value<std::uint32_t>(api_, algo, CUBLASLT_ALGO_CONFIG_STAGES_ID),
                     algo_value<std::int32_t>(api_, algo, CUBLASLT_ALGO_CONFIG_SPLITK_NUM), algorithm.wavesCount);
}

void CublasLtGemm::run(const cublasLtMatmulHeuristicResult_t& algorithm, const kernels::GemmAddresses& at,
                       cudaStream_t stream) const {
  const float one = 1;
  const float zero = 0;
  if (const void* const bias = pointer(at.bias); has_bias_)
    api_.check(api_.set_desc(desc_, CUBLASLT_MATMUL_DESC_BIAS_POINTER, &bias, sizeof bias), "set the bias");
  api_.check(api_.matmul(handle_, desc_, &one, pointer(at.b), first_, pointer(at.a), second_, &zero, pointer(at.c),
                         output_, pointer(at.c), output_, &algorithm.algo, pointer(at.workspace),
                         static_cast<std::size_t>(kWorkspaceBytes), stream),
             "multiply");
}

}  // namespace tilewright::backends::cuda
