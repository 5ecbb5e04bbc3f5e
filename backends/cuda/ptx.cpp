#include "backends/cuda/ptx.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <future>
#include <mutex>
#include <optional>
#include <string>

#include "backends/cuda/compile_pool.hpp"
#include "backends/cuda/nvrtc.hpp"
#include "core/error.hpp"
#include "kernels/source.hpp"

namespace tilewright::backends::cuda {
namespace {

/// Naming a virtual architecture leaves out the way from PTX to machine code, half of the time.
CompileJob ptx_job(const kernels::GemmVariant& variant, int architecture) {
  CompileJob job{std::string(kernels::kernel_source()), kernels::compile_options(variant, architecture)};
  std::ranges::replace(job.options, fmt::format("--gpu-architecture=sm_{}", architecture),
                       fmt::format("--gpu-architecture=compute_{}", architecture));
  return job;
}

}  // namespace

std::vector<kernels::PtxCounts> count_instructions(std::span<const kernels::GemmVariant> variants,
                                                   int compute_capability,
                                                   const std::function<void(std::size_t)>& compiled) {
  const Nvrtc nvrtc;
  const int architecture = nvrtc.architecture_for(compute_capability);
  std::vector<kernels::PtxCounts> counts(variants.size());
  std::atomic<std::size_t> next = 0;
  std::mutex mutex;  // of the two below
  std::size_t done = 0;
  std::optional<Failure> failure;
  const auto work = [&] {
    for (std::size_t i = next++; i < variants.size(); i = next++) {
      auto ptx = nvrtc.ptx(ptx_job(variants[i], architecture));
      if (const auto* const text = std::get_if<std::string>(&ptx)) counts[i] = kernels::count_instructions(*text);
      const std::lock_guard lock(mutex);
      if (auto* const failed = std::get_if<Failure>(&ptx)) failure = std::move(*failed);
      compiled(++done);
    }
  };
  std::vector<std::future<void>> threads;
  const std::size_t useful = std::min(variants.size(), CompilePool::default_threads());
  for (std::size_t i = 0; i < useful; ++i) threads.push_back(std::async(std::launch::async, work));
  for (std::future<void>& thread : threads) thread.get();
  if (failure) throw Error(ErrorKind::not_available, "a kernel does not compile to PTX: " + failure->text);
  return counts;
}

}  // namespace tilewright::backends::cuda
