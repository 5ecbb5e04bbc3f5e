#include "cli/shape_progress.hpp"

#include <fmt/format.h>

#include <string>

namespace tilewright::cli {

void ShapeProgress::begin(const gemm::GemmShape& shape, std::size_t position) {
  if (!shown_) return;
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  const std::string left =
      begun_ == 0 ? "" : fmt::format(", {:.0f} s left", seconds / begun_ * static_cast<double>(shapes_ - position));
  line_.show(fmt::format("shape {} of {}: {}{}", position + 1, shapes_, to_text(shape), left));
  ++begun_;
}

}  // namespace tilewright::cli
