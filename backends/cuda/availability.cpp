#include "backends/cuda/availability.hpp"

#include <fmt/format.h>

#include <chrono>

#include "backends/cuda/device_spec.hpp"
#include "backends/cuda/nvrtc.hpp"
#include "backends/cuda/session.hpp"
#include "backends/cuda/worker_link.hpp"
#include "core/error.hpp"

namespace tilewright::backends::cuda {
namespace {

#ifdef TILEWRIGHT_HAS_CUDA
constexpr bool kHasCuda = true;
#else
constexpr bool kHasCuda = false;
#endif

constexpr std::chrono::milliseconds kAnswerLimit{60000};

Component compiler() {
  try {
    const Nvrtc nvrtc;
    return {"NVRTC", true,
            fmt::format("{}, for compute capability {} to {}", nvrtc.version(), nvrtc.architectures().front(),
                        nvrtc.architectures().back())};
  } catch (const Error& fault) {
    return {kHasCuda ? "NVRTC" : "CUDA", false, fault.what()};
  }
}

/// The worker itself, then what it says of the rest.
std::vector<Component> worker_components(const std::filesystem::path& worker) {
  try {
    const std::filesystem::path program = find_worker(worker);
    WorkerLink link(program);
    const auto answer = link.ask(AboutRequest{}, kAnswerLimit);
    if (const auto* const failure = std::get_if<Failure>(&answer)) return {{"worker", false, failure->text}};
    std::vector<Component> components{{"worker", true, program.string()}};
    if (const auto* const about = std::get_if<AboutReply>(&std::get<Reply>(answer)))
      components.insert(components.end(), about->components.begin(), about->components.end());
    return components;
  } catch (const Error& fault) {
    return {{"worker", false, fault.what()}};
  }
}

}  // namespace

std::vector<Component> availability(const std::filesystem::path& worker) {
  std::vector<Component> components{compiler()};
  if (!kHasCuda) return components;
  const std::vector<Component> rest = worker_components(worker);
  components.insert(components.end(), rest.begin(), rest.end());
  return components;
}

std::optional<std::string> why_not_available(bool needs_library, const std::filesystem::path& worker) {
  for (const Component& component : availability(worker)) {
    const bool needed = component.name != "NVML" && (needs_library || component.name != "cuBLASLt");
    if (needed && !component.works) return component.text;
  }
  return std::nullopt;
}

gemm::GpuSpec query_device(int device, const std::filesystem::path& worker) {
  if (!kHasCuda) static_cast<void>(Nvrtc());  // throws what is to be done
  return device_spec(Session({.worker = worker, .device = device}).device());
}

}  // namespace tilewright::backends::cuda
