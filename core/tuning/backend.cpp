#include "core/tuning/backend.hpp"

namespace tilewright {

std::string_view to_text(FailureKind kind) {
  switch (kind) {
    case FailureKind::compile:
      return "compile";
    case FailureKind::resources:
      return "resources";
    case FailureKind::launch:
      return "launch";
    case FailureKind::timeout:
      return "timeout";
    case FailureKind::wrong_result:
      return "wrong_result";
    case FailureKind::invalid_time:
      return "invalid_time";
    case FailureKind::crashed:
      return "crashed";
    case FailureKind::not_recorded:
      return "not_recorded";
  }
  return "";
}

}  // namespace tilewright
