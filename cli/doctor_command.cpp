#include "cli/backends.hpp"
#include "cli/command.hpp"
#include "cli/gnuplot.hpp"
#include "cli/result_output.hpp"
#include "core/report/fact_report.hpp"

namespace tilewright::cli {
namespace {

#ifdef __clang__
constexpr const char* kCompiler = "clang " __clang_version__;
#else
constexpr const char* kCompiler = "gcc " __VERSION__;
#endif

constexpr const char* kSummary = "what works on this machine, and why the rest does not";

Flags declare_doctor() {
  Flags flags({.command = "doctor", .summary = kSummary, .notes = "", .example = "tilewright doctor"});
  declare_output_flags(flags);
  return flags;
}

std::vector<report::Fact> facts() {
  std::vector<report::Fact> facts{{"version", "ok", TILEWRIGHT_VERSION},
                                  {"compiler", "ok", kCompiler},
                                  {"build type", "ok", TILEWRIGHT_BUILD_TYPE}};
  for (const BackendEntry& backend : known_backends()) {
    const auto why_not = backend.why_not_here();
    facts.push_back({"backend " + std::string(backend.name), why_not ? "missing" : "ok",
                     why_not ? *why_not : std::string(backend.summary)});
  }
  const auto gnuplot = find_gnuplot();
  facts.push_back({"gnuplot", gnuplot ? "ok" : "missing",
                   gnuplot ? *gnuplot : std::string("tune --plot needs it; ") + kGnuplotAdvice});
  return facts;
}

ExitCode run_doctor(const Flags& flags) {
  const std::vector<report::Fact> found = facts();
  const ResultOutput output(flags);
  return output.deliver({.table = [&](const report::Style& style) { return report::fact_table(found, style); },
                         .json = [&] { return report::fact_json("tilewright.doctor/1", found); },
                         .csv = [&] { return report::fact_csv(found); }});
}

}  // namespace

const Command kDoctorCommand{"doctor", kSummary, declare_doctor, run_doctor};

}  // namespace tilewright::cli
