#include "cli/command.hpp"
#include "cli/gemm_flags.hpp"
#include "cli/result_output.hpp"
#include "core/formats/gpu_file.hpp"
#include "core/report/gpu_report.hpp"

namespace tilewright::cli {
namespace {

constexpr const char* kSummary = "the GPUs that are known by name";

Flags declare_gpus() {
  Flags flags(
      {.command = "gpus",
       .summary = kSummary,
       .notes = "With --gpu, the JSON is what --gpu FILE.json takes: print one, change it, use it. For example:\n" +
                formats::gpu_file_text(gemm::find_gpu("rtx3070")),
       .example = "tilewright gpus --gpu rtx3070 --format json"});
  flags.value("gpu", "NAME|FILE.json", "only this one");
  declare_output_flags(flags);
  return flags;
}

std::vector<gemm::GpuSpec> gpus_asked_for(const Flags& flags) {
  if (const auto gpu = flags.optional_text("gpu")) return {load_gpu(*gpu)};
  return {gemm::known_gpus().begin(), gemm::known_gpus().end()};
}

ExitCode run_gpus(const Flags& flags) {
  const std::vector<gemm::GpuSpec> gpus = gpus_asked_for(flags);
  const bool one = flags.given("gpu");
  const ResultOutput output(flags);
  return output.deliver({.table = [&](const report::Style& style) { return report::gpu_table(gpus, style); },
                         .json = [&] { return one ? formats::gpu_file_text(gpus.front()) : report::gpu_json(gpus); },
                         .csv = [&] { return report::gpu_csv(gpus); }});
}

}  // namespace

const Command kGpusCommand{"gpus", kSummary, declare_gpus, run_gpus};

}  // namespace tilewright::cli
