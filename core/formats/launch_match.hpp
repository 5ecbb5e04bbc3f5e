#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/formats/nsight_compute.hpp"

namespace tilewright::formats {

/// What the launch of a config looks like from outside.
struct LaunchShape {
  std::int64_t ctas = 0;        ///< of the whole grid
  std::int64_t threads = 0;     ///< of a CTA
  std::int64_t smem_bytes = 0;  ///< dynamic, of a CTA
  std::string tile = {};        ///< as a kernel's name may say it: `128x256x64`
};

/// The product of `128,1,1` or `(128, 1, 1)`; nothing for other texts.
[[nodiscard]] std::optional<std::int64_t> dimension_product(std::string_view dimensions);

/// Positions of the shapes that `launch` can be of: those with its CTAs and its threads; of these, those with its
/// dynamic shared memory, where that was measured (`launch__shared_mem_per_block_dynamic`); of these, those whose tile
/// its name says, where it says that of one.
[[nodiscard]] std::vector<std::size_t> matches(const NcuLaunch& launch, std::span<const LaunchShape> shapes);

}  // namespace tilewright::formats
