#include "backends/cuda/worker/nvml.hpp"

#include <fmt/format.h>

#include <array>

#include "core/error.hpp"

namespace tilewright::backends::cuda {
namespace {

constexpr unsigned kClockOfSms = 1;        // NVML_CLOCK_SM
constexpr unsigned kTemperatureOfGpu = 0;  // NVML_TEMPERATURE_GPU

}  // namespace

Nvml::Nvml()
    : library_("NVML", {"libnvidia-ml.so.1"}, "it comes with the NVIDIA driver"),
      init_(library_.symbol("nvmlInit_v2")),
      shutdown_(library_.symbol("nvmlShutdown")),
      driver_version_(library_.symbol("nvmlSystemGetDriverVersion")),
      by_pci_bus_id_(library_.symbol("nvmlDeviceGetHandleByPciBusId_v2")),
      clock_(library_.symbol("nvmlDeviceGetClockInfo")),
      power_(library_.symbol("nvmlDeviceGetPowerUsage")),
      temperature_(library_.symbol("nvmlDeviceGetTemperature")) {
  if (const Status status = init_(); status != 0)
    throw Error(ErrorKind::not_available,
                fmt::format("NVML does not start: status {}; see whether `nvidia-smi` works", status));
}

Nvml::~Nvml() { shutdown_(); }

std::string Nvml::driver() const {
  std::array<char, 96> text{};
  driver_version_(text.data(), static_cast<unsigned>(text.size()) - 1);
  return fmt::format("driver {}", text.data());
}

bool Nvml::choose(const std::string& pci_bus_id) {
  if (by_pci_bus_id_(pci_bus_id.c_str(), &device_) != 0) device_ = nullptr;
  return device_ != nullptr;
}

std::optional<double> Nvml::sm_mhz() const {
  unsigned mhz = 0;
  if (device_ == nullptr || clock_(device_, kClockOfSms, &mhz) != 0) return std::nullopt;
  return mhz;
}

std::optional<double> Nvml::power_w() const {
  unsigned milliwatts = 0;
  if (device_ == nullptr || power_(device_, &milliwatts) != 0) return std::nullopt;
  return 1e-3 * milliwatts;
}

std::optional<double> Nvml::temperature_c() const {
  unsigned celsius = 0;
  if (device_ == nullptr || temperature_(device_, kTemperatureOfGpu, &celsius) != 0) return std::nullopt;
  return celsius;
}

}  // namespace tilewright::backends::cuda
