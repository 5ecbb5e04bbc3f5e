#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/store/lookup/shape.hpp"

namespace tilewright::lookup {

/// Where a shape is in a list: a hash table with open addressing, a slot of 16 bytes for each shape, at most half full.
class ExactIndex {
 public:
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

  ExactIndex() = default;

  /// `shapes` are in range and distinct, fewer than 2^31.
  explicit ExactIndex(const std::vector<Shape>& shapes) {
    while ((std::size_t{1} << bits_) < 2 * shapes.size()) ++bits_;
    slots_.resize(std::size_t{1} << bits_);
    for (std::size_t i = 0; i < shapes.size(); ++i) {
      std::size_t at = first_slot(shapes[i]);
      while (slots_[at].m != 0) at = next(at);
      slots_[at] = {size_of(shapes[i].m), size_of(shapes[i].n), size_of(shapes[i].k), static_cast<std::int32_t>(i)};
    }
  }

  /// Its position, or `kNone`. Precondition: `in_range(shape)`.
  [[nodiscard]] std::size_t find(const Shape& shape) const {
    for (std::size_t at = first_slot(shape); slots_[at].m != 0; at = next(at)) {
      const Slot& slot = slots_[at];
      if (slot.m == shape.m && slot.n == shape.n && slot.k == shape.k) return static_cast<std::size_t>(slot.position);
    }
    return kNone;
  }

 private:
  struct Slot {
    std::int32_t m = 0;  ///< 0: empty
    std::int32_t n = 0;
    std::int32_t k = 0;
    std::int32_t position = 0;
  };

  static std::int32_t size_of(std::int64_t size) { return static_cast<std::int32_t>(size); }

  /// The upper bits of a product depend on all bits of its factors. Odd constants of xxHash64.
  [[nodiscard]] std::size_t first_slot(const Shape& shape) const {
    std::uint64_t mixed = static_cast<std::uint64_t>(shape.m) * 0x9E3779B185EBCA87U +
                          static_cast<std::uint64_t>(shape.n) * 0xC2B2AE3D27D4EB4FU +
                          static_cast<std::uint64_t>(shape.k) * 0x165667B19E3779F9U;
    mixed = (mixed ^ (mixed >> 32)) * 0x9E3779B185EBCA87U;
    return static_cast<std::size_t>(mixed >> (64 - bits_));
  }

  [[nodiscard]] std::size_t next(std::size_t at) const { return (at + 1) & (slots_.size() - 1); }

  unsigned bits_ = 1;
  std::vector<Slot> slots_ = std::vector<Slot>(2);
};

}  // namespace tilewright::lookup
