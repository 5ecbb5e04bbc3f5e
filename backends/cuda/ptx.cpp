#include "backends/cuda/ptx.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>

#include "backends/cuda/for_each_in_threads.hpp"
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
  std::vector<std::optional<Failure>> failures(variants.size());
  for_each_in_threads(
      variants.size(),
      [&](std::size_t i) {
        auto ptx = nvrtc.ptx(ptx_job(variants[i], architecture));
        if (const auto* const text = std::get_if<std::string>(&ptx)) counts[i] = kernels::count_instructions(*text);
        if (auto* const failed = std::get_if<Failure>(&ptx)) failures[i] = std::move(*failed);
      },
      compiled);
  for (const std::optional<Failure>& failure : failures)
    if (failure) throw Error(ErrorKind::not_available, "a kernel does not compile to PTX: " + failure->text);
  return counts;
}

}  // namespace tilewright::backends::cuda
