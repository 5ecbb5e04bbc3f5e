#include <fmt/format.h>

#include "cli/command.hpp"
#include "cli/cuda_flags.hpp"
#include "cli/gemm_flags.hpp"
#include "cli/result_output.hpp"
#include "cli/terminal.hpp"
#include "core/error.hpp"
#include "core/report/lookup_report.hpp"
#include "core/store/shape_lookup.hpp"
#include "core/store/shape_table.hpp"

namespace tilewright::cli {
namespace {

constexpr const char* kSummary = "the config for a shape out of a table that `sweep` made";

Flags declare_lookup() {
  Flags flags(
      {.command = "lookup",
       .summary = kSummary,
       .notes = "The config of the same shape; else that of the nearest one that can run: a shape is as far away as\n"
                "there are doublings between M and M, N and N, K and K together; else the table's default. Never one\n"
                "that was measured slower than the default.\n",
       .example = "tilewright sweep --shapes 16x4096x4096,4096x4096x4096 --table table.json --output sweep.txt\n"
                  "  tilewright lookup --table table.json --shape 32x4096x4096"});
  flags.value("table", "FILE.json", "the table");
  declare_shape_flag(flags);
  flags
      .value("gpu", "NAME|FILE.json",
             "the device that it is for: a name that `tilewright gpus` lists, a file of one's own, or auto: the CUDA "
             "device that is here; a table of another one is refused (default: that of the table)")
      .toggle("any-device", "take a table of another device; what cannot run on --gpu is still left out");
  declare_output_flags(flags);
  return flags;
}

lookup::ShapeLookup table_asked_for(const Flags& flags, const std::optional<gemm::GpuSpec>& gpu) {
  const auto path = flags.optional_text("table");
  if (!path) throw Error(ErrorKind::bad_argument, "--table is missing; see `tilewright lookup --help`");
  const auto other = flags.on("any-device") ? lookup::OtherDevice::take : lookup::OtherDevice::refuse;
  return lookup::load_shape_lookup(*path, gpu ? store::device_fields(*gpu) : lookup::Fields{}, other);
}

/// Only configs of our kernel can be judged.
std::optional<lookup::Answer> answer(const lookup::ShapeLookup& table, const gemm::GemmShape& shape,
                                     const lookup::Fields& device) {
  const lookup::Table& of = table.table();
  const lookup::Value* const kernel = lookup::find(of.key, "kernel");
  if (kernel == nullptr || lookup::text_of(*kernel) != "gemm") return table.find(store::to_lookup(shape));
  return table.find(store::to_lookup(shape), lookup::GemmCanRun(of.configs, lookup::gemm_limits(device)));
}

std::string label_of(const Config& config) {
  for (const char* name : {"BM", "BN", "BK", "num_warps", "num_stages"})
    if (config.find(name) == nullptr) return to_text(config);
  return kernel_label(config);
}

report::LookupResult result_of(const lookup::ShapeLookup& table, const lookup::Answer& answer,
                               const gemm::GemmShape& shape) {
  const lookup::Value* const gpu = lookup::find(table.table().device, "name");
  report::LookupResult result{.shape = shape,
                              .found = to_text(answer.found),
                              .distance = answer.distance,
                              .config = store::to_config(table.config(answer)),
                              .label = {},
                              .gpu = gpu == nullptr ? "unknown" : lookup::text_of(*gpu)};
  result.label = label_of(result.config);
  if (const lookup::Entry* const entry = answer.entry)
    result.known = report::KnownShape{.shape = store::to_gemm(entry->shape),
                                      .median_ms = entry->median_ms,
                                      .default_ms = entry->default_ms,
                                      .predicted_ms = entry->predicted_ms};
  return result;
}

ExitCode run_lookup(const Flags& flags) {
  const gemm::GemmShape shape = gemm::parse_shape(flags.text("shape"));
  const auto gpu_text = flags.optional_text("gpu");
  const auto gpu = gpu_text ? std::optional(load_gpu(*gpu_text)) : std::nullopt;
  const ResultOutput output(flags);
  const lookup::ShapeLookup table = table_asked_for(flags, gpu);
  const auto found = answer(table, shape, gpu ? store::device_fields(*gpu) : table.table().device);
  if (!found) {
    complain(fmt::format("no config of the table can run {} on {}", to_text(shape), gpu ? gpu->name : "its device"));
    return ExitCode::no_valid_config;
  }
  const report::LookupResult result = result_of(table, *found, shape);
  return output.deliver({.table = [&](const report::Style& style) { return report::lookup_table(result, style); },
                         .json = [&] { return report::lookup_json(result); },
                         .csv = [&] { return report::lookup_csv(result); }});
}

}  // namespace

const Command kLookupCommand{"lookup", kSummary, declare_lookup, run_lookup};

}  // namespace tilewright::cli
