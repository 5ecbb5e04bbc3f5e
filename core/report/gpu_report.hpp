#pragma once

#include <span>
#include <string>

#include "core/gemm/gpu_spec.hpp"
#include "core/report/text_table.hpp"

namespace tilewright::report {

/// One GPU a row, its main figures with units; the CSV has every field of `GpuSpec` under its own name.
[[nodiscard]] std::string gpu_table(std::span<const gemm::GpuSpec> gpus, const Style& style);

/// Schema `tilewright.gpus/1`: `gpus`, an array of objects with every field of `GpuSpec`.
[[nodiscard]] std::string gpu_json(std::span<const gemm::GpuSpec> gpus);

[[nodiscard]] std::string gpu_csv(std::span<const gemm::GpuSpec> gpus);

}  // namespace tilewright::report
