#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "kernels/variant.hpp"

namespace tilewright::kernels {

/// Device memory that a variant needs besides its operands.
struct Scratch {
  std::int64_t workspace_bytes = 0;  ///< of any content, aligned to 256 bytes: copies of operands, parts of sums
  std::int64_t counter_bytes = 0;    ///< zero before the first launch; each launch that ends leaves them zero
};

[[nodiscard]] Scratch scratch(const GemmVariant& variant, const GemmOperands& operands);

/// Device addresses; those that a variant does not need may be 0.
struct GemmAddresses {
  std::uint64_t a = 0;
  std::uint64_t b = 0;
  std::uint64_t c = 0;
  std::uint64_t bias = 0;
  std::uint64_t workspace = 0;
  std::uint64_t counters = 0;
};

struct Dim3 {
  std::uint32_t x = 1;
  std::uint32_t y = 1;
  std::uint32_t z = 1;
};

/// One launch of a kernel out of the variant's module. Every argument of these kernels has 8 bytes: a pointer to
/// each element of `arguments` is what cudaLaunchKernel takes.
struct KernelLaunch {
  std::string entry;  ///< name of the kernel, not mangled
  Dim3 grid;
  Dim3 block;
  std::int64_t shared_bytes = 0;  ///< dynamic; over 48 KiB the function's limit has to be raised first
  std::vector<std::uint64_t> arguments;
};

/// What is launched, in this order and on one stream, for one GEMM: the copy of misaligned operands, if any, then
/// the product. Throws `Error` when C has more tiles than a grid can have.
///
/// The product's shared memory is exactly `gemm::smem_bytes`; its epilogue fits in that. Launches that use the same
/// scratch memory must not overlap.
[[nodiscard]] std::vector<KernelLaunch> launches(const GemmVariant& variant, const GemmOperands& operands,
                                                 const GemmAddresses& addresses);

}  // namespace tilewright::kernels
