#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "backends/cuda/gemm_session.hpp"
#include "core/tuning/backend.hpp"
#include "kernels/variant.hpp"

namespace tilewright::backends {

/// What is known of one config besides its samples.
struct CudaRecord {
  cuda::KernelUsage usage;  ///< of the product's kernel
  std::int64_t dynamic_smem_bytes = 0;
  double compile_ms = 0;
  bool from_cache = false;
  std::optional<double> largest_error;       ///< in units of what the check allows; nothing until it was checked
  std::vector<cuda::Conditions> conditions;  ///< one for each call of `measure` that gave samples, in order
};

/// Times our GEMM kernel on a CUDA device: compiled at run time, checked before it is timed, measured in a process
/// of its own that a config can take down without harm to the others.
class Cuda : public Backend {
 public:
  /// Throws `Error` when the device cannot be used.
  Cuda(const kernels::GemmOperands& operands, CudaOptions options);

  [[nodiscard]] Config describe() const override;

  /// As `cuda::GemmSession::key`, and the hash of the kernel's source and of how it is compiled: for the store.
  [[nodiscard]] Config key() const;

  /// Starts compiling and makes the operands meanwhile. Throws `Error` when they cannot be made.
  void prepare(std::span<const Config> configs) override;

  /// Waits for the config's machine code, checks its result the first time, then takes samples.
  [[nodiscard]] Measurement measure(const Config& config, int count) override;

  /// The device as the model sees it.
  [[nodiscard]] const gemm::GpuSpec& gpu() const { return gemm_.gpu(); }

  /// Nothing for a config that was not asked for or has no machine code. Waits for it to be compiled.
  [[nodiscard]] std::optional<CudaRecord> record(const Config& config) const;

  /// About what one sample takes, in milliseconds: for how many of them fit into a time. Makes the operands if need be.
  [[nodiscard]] double sample_ms() { return gemm_.sample_ms(); }

  /// What went wrong without harm to the samples, as machine code that could not be kept and workers that were lost:
  /// one line each.
  [[nodiscard]] std::vector<std::string> notes() const { return gemm_.notes(); }

  /// How many worker processes were lost.
  [[nodiscard]] int workers_lost() const { return gemm_.session().workers_lost(); }

  /// How far compiling is. May be called from any thread.
  [[nodiscard]] cuda::CompileCounts compile_counts() const { return gemm_.pool().counts(); }

 private:
  struct Entry {
    int id = 0;
    std::optional<kernels::GemmVariant> variant = {};  // nothing when there can be none: see `failure`
    std::optional<Failure> failure = {};               // known before it was compiled
    std::optional<cuda::CompilePool::Result> compiled = {};
    std::vector<cuda::Conditions> conditions = {};
  };

  Entry& entry(const Config& config);
  [[nodiscard]] Entry make_entry(const Config& config);
  [[nodiscard]] std::optional<Failure> why_not_run(const Entry& entry) const;

  cuda::GemmSession gemm_;
  std::map<Config, Entry> entries_;
};

}  // namespace tilewright::backends
