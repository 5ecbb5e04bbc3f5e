#pragma once

#include <chrono>
#include <string>
#include <string_view>
#include <variant>

namespace tilewright::backends::cuda {

using Deadline = std::chrono::steady_clock::time_point;

inline constexpr Deadline kNoDeadline = Deadline::max();

/// Why a frame did not get through.
enum class FrameFault {
  timeout,  ///< not before the deadline
  closed,   ///< the other side is gone
  broken,   ///< what arrived is no frame
};

/// Sends `bytes` as one frame: 4 bytes of length, the lowest first, then the bytes. Returns whether all of it was taken
/// before the deadline; a closed socket is no signal.
[[nodiscard]] bool send_frame(int socket, std::string_view bytes, Deadline deadline);

/// The next frame. A frame of more than 1 GiB is `broken`.
[[nodiscard]] std::variant<std::string, FrameFault> receive_frame(int socket, Deadline deadline);

}  // namespace tilewright::backends::cuda
