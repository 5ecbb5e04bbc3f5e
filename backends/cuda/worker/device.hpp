#pragma once

#include <vector>

#include "backends/cuda/device_info.hpp"

namespace tilewright::backends::cuda {

/// Makes the device the current one and says what it is. Throws `Error` when there is no driver, no such device, or the
/// device is older than the kernels (8.0).
[[nodiscard]] DeviceInfo open_device(int index);

/// What works of driver, devices, cuBLASLt and NVML.
[[nodiscard]] std::vector<Component> components();

}  // namespace tilewright::backends::cuda
