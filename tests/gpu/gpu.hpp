#pragma once

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "backends/cuda/availability.hpp"
#include "backends/cuda/cuda.hpp"
#include "tests/support/temporary_folder.hpp"

/// Skips the test where there is no GPU.
#define NEEDS_GPU() \
  if (const auto why = tilewright::gpu::why_no_gpu(); why.has_value()) GTEST_SKIP() << *why

namespace tilewright::gpu {

inline const std::optional<std::string>& why_no_gpu() {
  static const std::optional<std::string> kWhy = backends::cuda::why_not_available(true);
  return kWhy;
}

inline Config tile(std::int64_t bm, std::int64_t bn, std::int64_t bk, std::int64_t warps, std::int64_t stages) {
  return {{"BM", bm}, {"BN", bn}, {"BK", bk}, {"num_warps", warps}, {"num_stages", stages}};
}

/// Failure as `kind: text`; empty for samples.
inline std::string failure_of(const Measurement& measured) {
  const auto* const failure = std::get_if<Failure>(&measured);
  return failure == nullptr ? "" : std::string(to_text(failure->kind)) + ": " + failure->text;
}

/// The same with machine code kept for the tests that follow, as compiling takes the most of their time.
inline backends::CudaOptions kept(backends::CudaOptions options = {}) {
  static const test::TemporaryFolder kCubins;
  options.cubins = kCubins.path();
  return options;
}

/// What measuring one config gives.
inline Measurement measure_one(const kernels::GemmOperands& operands, const Config& config,
                               backends::CudaOptions options = {}, int count = 3) {
  backends::Cuda backend(operands, kept(std::move(options)));
  backend.prepare(std::vector{config});
  return backend.measure(config, count);
}

}  // namespace tilewright::gpu
