#pragma once

#include <chrono>
#include <cstddef>

#include "cli/progress.hpp"
#include "core/gemm/shape.hpp"

namespace tilewright::cli {

/// `shape 3 of 20: 16x4096x4096, 12 s left` on standard error, by the shapes that were begun before.
class ShapeProgress {
 public:
  ShapeProgress(std::size_t shapes, bool shown) : shapes_(shapes), shown_(shown) {}

  /// `position` counts from 0, shapes that need no tuning with the others.
  void begin(const gemm::GemmShape& shape, std::size_t position);

 private:
  std::size_t shapes_;
  bool shown_;
  int begun_ = 0;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  ProgressLine line_;
};

}  // namespace tilewright::cli
