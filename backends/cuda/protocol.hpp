#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "backends/cuda/device_info.hpp"
#include "core/error.hpp"
#include "core/tuning/backend.hpp"
#include "core/tuning/config.hpp"
#include "kernels/operands.hpp"

/// What the measuring process is asked and what it answers. Each request has a number, which its answer repeats.
namespace tilewright::backends::cuda {

/// How a run of a candidate is timed.
enum class Timing {
  events,  ///< a pair of events around each run
  graph,   ///< a pair of events around a graph of many runs: for runs so short that events would weigh
};

/// What the runs of a graph take together: so long that starting it weighs little.
inline constexpr double kGraphMs = 0.4;

struct Method {
  Timing timing = Timing::events;
  bool cold_l2 = true;   ///< each run finds its operands in DRAM; else those of the run before are in the L2
  double warmup_ms = 0;  ///< time for which a candidate runs before its first sample
};

/// Asks what works. Answered by `AboutReply`.
struct AboutRequest {};

/// What both sides must have in common: a hash of the device code that one compiles and the other launches. To be
/// changed by hand, in protocol.cpp, with what else they must agree on.
[[nodiscard]] const std::string& build_id();

/// Takes a device. Answered by `DeviceInfo`, or by an error for the `build_id` of another build.
struct OpenRequest {
  int device = 0;
  std::string build = build_id();
};

/// Makes operands and the reference result, and waits for the clocks to settle. Answered by `SetUpReply`.
struct SetUpRequest {
  kernels::GemmOperands operands;
  std::uint64_t seed = 0;
  Method method;
  bool library_reference = true;  ///< the reference is made with cuBLASLt if it is there; else with a kernel of ours
  std::string helpers;            ///< the cubin of `helper_source()`
};

/// Asks for the library's candidates for the operands. Answered by `ListReply`.
struct ListRequest {
  int count = 0;
};

/// A config of our kernel and its machine code.
struct KernelCandidate {
  Config config;
  std::string cubin;
};

/// A position in what `ListRequest` gave.
struct LibraryCandidate {
  int index = 0;
};

/// Makes a candidate ready under a number of the asker's choice, and checks its result. Answered by `LoadReply`.
struct LoadRequest {
  int id = 0;
  std::variant<KernelCandidate, LibraryCandidate> candidate;
};

/// Takes samples of a loaded candidate. Answered by `MeasureReply`.
struct MeasureRequest {
  int id = 0;
  int count = 0;
};

using Request = std::variant<AboutRequest, OpenRequest, SetUpRequest, ListRequest, LoadRequest, MeasureRequest>;

struct AboutReply {
  std::vector<Component> components;
};

struct SetUpReply {
  std::string reference;    ///< what made the reference result: `cublaslt` or `kernel`
  double reference_ms = 0;  ///< one run of that
  Conditions settled;
};

struct ListReply {
  std::vector<std::string> candidates;  ///< a description of each, the one that the library likes best first
};

struct LoadReply {
  double run_ms = 0;         ///< an estimate
  double largest_error = 0;  ///< of any element, in units of what the check allows: at most 1
};

struct MeasureReply {
  Samples samples_ms;
  Conditions conditions;
};

/// The candidate failed.
struct FailureReply {
  FailureKind kind{};
  std::string text;
  bool lost = false;  ///< the worker ends after this answer: its device context is beyond use
};

/// Nothing can be measured.
struct ErrorReply {
  ErrorKind kind{};
  std::string text;
};

using Reply =
    std::variant<AboutReply, DeviceInfo, SetUpReply, ListReply, LoadReply, MeasureReply, FailureReply, ErrorReply>;

template <typename Message>
struct Numbered {
  std::uint64_t number = 0;
  Message message;
};

/// The bytes of a message, and back. Reading throws a `std::exception` for bytes that are not such a message.
[[nodiscard]] std::string encode(const Numbered<Request>& request);
[[nodiscard]] std::string encode(const Numbered<Reply>& reply);
[[nodiscard]] Numbered<Request> decode_request(std::string_view bytes);
[[nodiscard]] Numbered<Reply> decode_reply(std::string_view bytes);

}  // namespace tilewright::backends::cuda
