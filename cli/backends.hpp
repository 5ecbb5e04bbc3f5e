#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/flags.hpp"
#include "cli/gemm_flags.hpp"
#include "cli/progress.hpp"
#include "core/gemm/wave_model.hpp"
#include "core/tuning/backend.hpp"
#include "core/tuning/problem.hpp"

namespace tilewright::cli {

/// How samples are kept in the store: see `store::RememberOptions`. The functions may be empty.
struct Remembered {
  bool by_default = false;  ///< without `--store` too
  bool begins_anew = false;
  Config key = {};  ///< what samples depend on besides problem, config and what the backend describes
  std::function<Config(const Config&)> identity = {};
  std::function<Config(const Config&)> last_facts = {};  ///< as `Measured::facts`, of the last call of `measure`
};

/// What a backend tunes, and what times it. The functions may be empty; they are good as long as the backend lives.
struct Measured {
  TuningProblem problem;
  std::unique_ptr<Backend> backend;
  std::function<Config(const Config&)> facts = {};              ///< of a config, as `report::TuneRun::facts`
  std::function<std::vector<std::string>()> notes = {};         ///< as `report::TuneRun::backend_notes`
  std::function<int(double total_ms)> samples_within = {};      ///< how many samples, the same for every config, fit
  std::function<CompileProgress()> compile_progress = {};       ///< may be called from any thread
  std::function<gemm::Prediction(const Config&)> predict = {};  ///< for the wave picture; empty: there are no tiles
  std::optional<Remembered> remembered = {};                    ///< nothing: samples depend on more than a key can say
};

/// A backend that `--backend` knows.
struct BackendEntry {
  std::string_view name;
  std::string_view summary;
  std::optional<std::string> (*why_not_here)();  ///< nothing: it works on this machine
  void (*declare_flags)(Flags& flags);
  std::string_view default_gpu;                ///< of `--gpu`
  bool takes_time = true;                      ///< `--repeats` and `--warmup` can be given in milliseconds
  std::string (*label)(const Config& config);  ///< a config as it is shown
  Measured (*make)(const GemmRequest& gemm, const Flags& flags);
  std::string_view default_top_k = "8";  ///< of `--top-k`
};

[[nodiscard]] std::span<const BackendEntry> known_backends();

/// Throws `Error` with the names that there are.
[[nodiscard]] const BackendEntry& find_backend(std::string_view name);

}  // namespace tilewright::cli
