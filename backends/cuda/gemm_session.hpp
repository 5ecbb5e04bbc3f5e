#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "backends/cuda/compile_pool.hpp"
#include "backends/cuda/cubin_cache.hpp"
#include "backends/cuda/nvrtc.hpp"
#include "backends/cuda/session.hpp"
#include "core/gemm/gpu_spec.hpp"
#include "kernels/operands.hpp"

namespace tilewright::backends {

/// How a GEMM is measured on a CUDA device.
struct CudaOptions {
  int device = 0;                           ///< as CUDA counts, CUDA_VISIBLE_DEVICES applied
  std::filesystem::path cubins = {};        ///< folder in which machine code is kept; empty: it is not
  std::filesystem::path worker = {};        ///< the worker program; empty: as `cuda::find_worker`
  std::size_t compile_threads = 0;          ///< 0: as many as pay
  bool cold_l2 = true;                      ///< as `cuda::Method`
  std::optional<cuda::Timing> timing = {};  ///< nothing: graphs when `floor_ms` is under 50 us, else events
  double warmup_ms = 0;                     ///< as `cuda::Method`
  std::uint64_t seed = 0;                   ///< of the operands
  bool library_reference = true;            ///< results are checked against cuBLASLt where it is; else a kernel of ours
  std::chrono::milliseconds timeout{10000};  ///< as `cuda::SessionOptions`
  /// For tests: what is compiled in place of the kernel's source.
  std::function<std::string(const Config&, std::string source)> rewrite_source = {};
};

namespace cuda {

/// The least time that a run can take: its operations at the peak, or its operands and result through DRAM once.
[[nodiscard]] double floor_ms(const kernels::GemmOperands& operands, const gemm::GpuSpec& gpu);

/// How many samples of `sample_ms` fit into `total_ms`: from 1 to 10,000. For `--repeats` in milliseconds, which gives
/// every config the same count.
[[nodiscard]] int samples_within(double total_ms, double sample_ms);

/// What both GEMM backends have: a device, a compiler with its cache, and a session that is set up for one GEMM.
class GemmSession {
 public:
  /// Takes the device. Throws `Error` when it cannot be used, and for operands that `kernels::check` refuses.
  GemmSession(const kernels::GemmOperands& operands, CudaOptions options);

  [[nodiscard]] const kernels::GemmOperands& operands() const { return operands_; }
  [[nodiscard]] const CudaOptions& options() const { return options_; }
  [[nodiscard]] const gemm::GpuSpec& gpu() const { return gpu_; }
  [[nodiscard]] int architecture() const { return architecture_; }  ///< that is compiled for
  [[nodiscard]] Session& session() { return session_; }
  [[nodiscard]] const Session& session() const { return session_; }
  [[nodiscard]] CompilePool& pool() { return pool_; }
  [[nodiscard]] const CompilePool& pool() const { return pool_; }

  /// What went wrong with the cache, and how many workers were lost: one line each.
  [[nodiscard]] std::vector<std::string> notes() const;

  /// Queues the compilation of what the worker itself needs: to be called before others are queued.
  void begin();

  /// Makes the operands, once; later calls give what the first one gave. Throws `Error` when it does not work.
  const SetUpReply& set_up();

  /// About what one sample takes, in milliseconds, by one run of the reference: that, or a graph of many. Makes the
  /// operands if need be.
  [[nodiscard]] double sample_ms();

  /// Device, versions and method, under the name of a backend.
  [[nodiscard]] Config describe(const std::string& backend) const;

  /// What samples depend on besides problem, config and what `describe` has: the device as `device.*`, and the build of
  /// what measures.
  [[nodiscard]] Config key() const;

 private:
  [[nodiscard]] Method method() const;

  kernels::GemmOperands operands_;
  CudaOptions options_;
  Nvrtc nvrtc_;
  Session session_;
  gemm::GpuSpec gpu_;
  int architecture_;
  CubinCache cache_;
  CompilePool pool_;
  std::optional<CompilePool::Result> helpers_;
  std::optional<SetUpReply> set_up_;
};

}  // namespace cuda
}  // namespace tilewright::backends
