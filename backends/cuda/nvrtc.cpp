#include "backends/cuda/nvrtc.hpp"

#include <fmt/format.h>
#include <nvrtc.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "backends/cuda/ptxas_log.hpp"
#include "backends/cuda/shared_library.hpp"
#include "core/error.hpp"

namespace tilewright::backends::cuda {

struct Nvrtc::Api {
  // What is used of NVRTC is the same in 12 and 13.
  SharedLibrary library{"NVRTC", toolkit_library("libnvrtc", {13, 12}),
                        "install the CUDA toolkit, 12.8 or later, or set CUDA_HOME to its folder"};
  decltype(&::nvrtcVersion) version = library.symbol("nvrtcVersion");
  decltype(&::nvrtcGetErrorString) error_string = library.symbol("nvrtcGetErrorString");
  decltype(&::nvrtcGetNumSupportedArchs) architecture_count = library.symbol("nvrtcGetNumSupportedArchs");
  decltype(&::nvrtcGetSupportedArchs) architectures = library.symbol("nvrtcGetSupportedArchs");
  decltype(&::nvrtcCreateProgram) create = library.symbol("nvrtcCreateProgram");
  decltype(&::nvrtcDestroyProgram) destroy = library.symbol("nvrtcDestroyProgram");
  decltype(&::nvrtcCompileProgram) compile = library.symbol("nvrtcCompileProgram");
  decltype(&::nvrtcGetProgramLogSize) log_size = library.symbol("nvrtcGetProgramLogSize");
  decltype(&::nvrtcGetProgramLog) log = library.symbol("nvrtcGetProgramLog");
  decltype(&::nvrtcGetCUBINSize) cubin_size = library.symbol("nvrtcGetCUBINSize");
  decltype(&::nvrtcGetCUBIN) cubin = library.symbol("nvrtcGetCUBIN");
  decltype(&::nvrtcGetPTXSize) ptx_size = library.symbol("nvrtcGetPTXSize");
  decltype(&::nvrtcGetPTX) ptx = library.symbol("nvrtcGetPTX");

  void check(nvrtcResult result) const {
    if (result != NVRTC_SUCCESS)
      throw Error(ErrorKind::not_available, fmt::format("NVRTC does not work: {}", error_string(result)));
  }
};

namespace {

/// Owns an NVRTC program.
class Program {
 public:
  Program(decltype(&::nvrtcDestroyProgram) destroy, nvrtcProgram program) : destroy_(destroy), program_(program) {}
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;
  ~Program() { static_cast<void>(destroy_(&program_)); }

  [[nodiscard]] nvrtcProgram get() const { return program_; }

 private:
  decltype(&::nvrtcDestroyProgram) destroy_;
  nvrtcProgram program_;
};

/// What a pair of NVRTC functions, one for the size and one for the bytes, gives of a program.
std::string fetch(nvrtcProgram program, decltype(&::nvrtcGetCUBINSize) size_of, decltype(&::nvrtcGetCUBIN) get) {
  std::size_t size = 0;
  if (size_of(program, &size) != NVRTC_SUCCESS || size == 0) return {};
  std::string bytes(size, '\0');
  return get(program, bytes.data()) == NVRTC_SUCCESS ? bytes : std::string();
}

nvrtcProgram create(decltype(&::nvrtcCreateProgram) create_program, const std::string& source) {
  nvrtcProgram program = nullptr;
  const nvrtcResult result = create_program(&program, source.c_str(), "kernel.cu", 0, nullptr, nullptr);
  return result == NVRTC_SUCCESS ? program : nullptr;
}

nvrtcResult compile_program(decltype(&::nvrtcCompileProgram) compile, nvrtcProgram program, const CompileJob& job,
                            bool has_cache) {
  std::vector<const char*> options{"--ptxas-options=-v"};
  // What comes out of its own cache has no log, so that registers and spills would not be known; and to find that
  // cache it starts the driver.
  if (has_cache) options.push_back("--no-cache");
  for (const std::string& option : job.options) options.push_back(option.c_str());
  return compile(program, static_cast<int>(options.size()), options.data());
}

}  // namespace

Nvrtc::Nvrtc() : api_(std::make_shared<const Api>()) {
  int major = 0;
  int minor = 0;
  api_->check(api_->version(&major, &minor));
  version_ = fmt::format("{}.{}", major, minor);
  has_cache_ = major * 100 + minor >= 1209;
  int count = 0;
  api_->check(api_->architecture_count(&count));
  architectures_.resize(static_cast<std::size_t>(count));
  api_->check(api_->architectures(architectures_.data()));
  std::ranges::sort(architectures_);
}

int Nvrtc::architecture_for(int compute_capability) const {
  int best = 0;
  for (const int architecture : architectures_)
    if (architecture / 10 == compute_capability / 10 && architecture <= compute_capability) best = architecture;
  if (best != 0) return best;
  throw Error(ErrorKind::not_available,
              fmt::format("NVRTC {} does not compile for compute capability {}.{}; install a CUDA toolkit that does",
                          version_, compute_capability / 10, compute_capability % 10));
}

CompileOutcome Nvrtc::compile(const CompileJob& job) const {
  const auto begin = std::chrono::steady_clock::now();
  const Program program(api_->destroy, create(api_->create, job.source));
  const nvrtcResult result = compile_program(api_->compile, program.get(), job, has_cache_);
  const std::string log = fetch(program.get(), api_->log_size, api_->log);
  if (result != NVRTC_SUCCESS) return compile_failure(log.size() > 1 ? log : api_->error_string(result));
  Binary binary{.cubin = fetch(program.get(), api_->cubin_size, api_->cubin), .kernels = parse_ptxas_log(log)};
  if (binary.cubin.empty()) return Failure{FailureKind::compile, "NVRTC gave no machine code: name an sm_XX"};
  binary.compile_ms = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
  return binary;
}

std::variant<std::string, Failure> Nvrtc::ptx(const CompileJob& job) const {
  const Program program(api_->destroy, create(api_->create, job.source));
  const nvrtcResult result = compile_program(api_->compile, program.get(), job, has_cache_);
  if (result != NVRTC_SUCCESS) return compile_failure(fetch(program.get(), api_->log_size, api_->log));
  return fetch(program.get(), api_->ptx_size, api_->ptx);
}

}  // namespace tilewright::backends::cuda
