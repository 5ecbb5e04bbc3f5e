#include "core/report/gpu_report.hpp"

#include <fmt/format.h>

#include "core/gemm/gpu_fields.hpp"
#include "core/report/csv.hpp"
#include "core/report/detail/json_text.hpp"

namespace tilewright::report {
namespace {

Json gpu_object(const gemm::GpuSpec& gpu) {
  Json object = Json::object();
  for (const gemm::GpuField& field : gemm::kGpuFields)
    std::visit([&](auto member) { object[std::string(field.name)] = gpu.*member; }, field.member);
  return object;
}

Row row_of(const gemm::GpuSpec& gpu) {
  constexpr std::int64_t kKiB = 1024;
  return {.cells = {gpu.name, gpu.title, fmt::format("{}.{}", gpu.compute_capability / 10, gpu.compute_capability % 10),
                    fmt::format("{}", gpu.sms), fmt::format("{}", gpu.peak_tflops), fmt::format("{}", gpu.dram_gbs),
                    fmt::format("{}", gpu.l2_mib), fmt::format("{}", gpu.smem_per_sm_bytes / kKiB),
                    fmt::format("{}", gpu.smem_per_cta_bytes / kKiB), fmt::format("{}", gpu.registers_per_sm),
                    fmt::format("{}", gpu.warps_per_sm), fmt::format("{}", gpu.ctas_per_sm)},
          .emphasized = false};
}

}  // namespace

std::string gpu_table(std::span<const gemm::GpuSpec> gpus, const Style& style) {
  std::vector<Column> columns{{"name", Align::left}, {"title", Align::left}};
  for (const char* header : {"capability", "SMs", "TFLOP/s", "GB/s", "L2 MiB", "smem/SM KiB", "smem/CTA KiB", "regs/SM",
                             "warps/SM", "CTAs/SM"})
    columns.push_back({header});
  std::vector<Row> rows;
  for (const gemm::GpuSpec& gpu : gpus) rows.push_back(row_of(gpu));
  return text_table(columns, rows, style);
}

std::string gpu_json(std::span<const gemm::GpuSpec> gpus) {
  Json list = Json::array();
  for (const gemm::GpuSpec& gpu : gpus) list.push_back(gpu_object(gpu));
  return json_text({{"schema", "tilewright.gpus/1"}, {"gpus", list}});
}

std::string gpu_csv(std::span<const gemm::GpuSpec> gpus) {
  std::vector<std::string> fields;
  for (const gemm::GpuField& field : gemm::kGpuFields) fields.emplace_back(field.name);
  std::string text = csv_line(fields);
  for (const gemm::GpuSpec& gpu : gpus) {
    fields.clear();
    for (const gemm::GpuField& field : gemm::kGpuFields)
      std::visit([&](auto member) { fields.push_back(fmt::format("{}", gpu.*member)); }, field.member);
    text += csv_line(fields);
  }
  return text;
}

}  // namespace tilewright::report
