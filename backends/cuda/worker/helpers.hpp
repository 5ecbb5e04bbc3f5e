#pragma once

#include <cstdint>
#include <string>

#include "backends/cuda/worker/module.hpp"
#include "backends/cuda/worker/owned.hpp"
#include "kernels/check_close.hpp"
#include "kernels/operands.hpp"

namespace tilewright::backends::cuda {

/// What comparing C with the reference found.
struct CheckResult {
  std::uint64_t wrong = 0;        ///< elements that are off by more than is allowed
  std::uint64_t first_wrong = 0;  ///< row * N + column of the first of them
  double largest_ratio = 0;       ///< of error to what is allowed, over all elements
  std::uint64_t outside = 0;      ///< elements that are none of C's and were written
};

/// The kernels of `helper_source.cpp`, by what they do. Those that return something wait for it.
class Helpers {
 public:
  Helpers(const std::string& cubin, cudaStream_t stream);

  /// Fills a matrix with numbers from [-1, 1), and what lies between its rows with poison.
  void fill(std::uint64_t to, const kernels::Extent& extent, std::uint64_t seed, gemm::Dtype dtype);

  /// Copies `count` elements without their signs.
  void absolute(std::uint64_t from, std::uint64_t to, std::int64_t count);

  /// Sums of products, and of their magnitudes, in fp32.
  void multiply(const kernels::GemmOperands& operands, const kernels::GemmAddresses& from, std::uint64_t value,
                std::uint64_t magnitude);

  /// Applies the epilogue, which has a bias, to the sums.
  void finish(const kernels::GemmOperands& operands, std::uint64_t bias, std::uint64_t value, std::uint64_t magnitude);

  [[nodiscard]] CheckResult check_output(const kernels::GemmOperands& operands, std::uint64_t c, std::uint64_t value,
                                         std::uint64_t magnitude, const kernels::Tolerance& tolerance);

  /// Queues the reading of `bytes` (a multiple of 16): they take the place of what the L2 holds.
  void touch(std::uint64_t from, std::int64_t bytes);

  /// A hash of `bytes` (a multiple of 4) from an address that is one too.
  [[nodiscard]] std::uint64_t hash(std::uint64_t from, std::int64_t bytes);

 private:
  void launch(const char* entry, std::vector<std::uint64_t> arguments, std::int64_t items);
  void clear_results();
  [[nodiscard]] std::vector<std::uint64_t> results();

  Module module_;
  cudaStream_t stream_;
  DeviceMemory results_;
};

}  // namespace tilewright::backends::cuda
