#include "backends/cublaslt.hpp"

#include <fmt/format.h>

#include <utility>

#include "core/error.hpp"

namespace tilewright::backends {
namespace {

int checked_count(int candidates) {
  if (candidates >= 1) return candidates;
  throw Error(ErrorKind::bad_argument, fmt::format("cublaslt: {} candidates; ask for 1 or more", candidates));
}

}  // namespace

CublasLt::CublasLt(const kernels::GemmOperands& operands, CudaOptions options, int candidates)
    : gemm_(operands, std::move(options)) {
  const int count = checked_count(candidates);
  static_cast<void>(gemm_.set_up());
  candidates_ = gemm_.session().library_candidates(count);
}

int CublasLt::position(const Config& config) const {
  const std::int64_t candidate = config.integer("candidate");
  if (candidate >= 0 && candidate < static_cast<std::int64_t>(candidates_.size())) return static_cast<int>(candidate);
  throw Error(ErrorKind::bad_argument,
              fmt::format("cublaslt has no candidate {}; there are 0 to {}", candidate, candidates_.size() - 1));
}

Measurement CublasLt::measure(const Config& config, int count) {
  const int candidate = position(config);
  auto answer = gemm_.session().measure(
      candidate, count, [&]() -> cuda::Session::Candidate { return cuda::LibraryCandidate{candidate}; });
  if (auto* const failure = std::get_if<Failure>(&answer)) return std::move(*failure);
  auto& reply = std::get<cuda::MeasureReply>(answer);
  conditions_[candidate].push_back(reply.conditions);
  return std::move(reply.samples_ms);
}

TuningProblem CublasLt::problem() const {
  Parameter candidate{"candidate", {}};
  for (std::size_t i = 0; i < candidates_.size(); ++i) candidate.values.emplace_back(static_cast<std::int64_t>(i));
  const kernels::GemmOperands& o = gemm_.operands();
  return {.name = "cublaslt_gemm",
          .space = Space({std::move(candidate)}),
          .key = {{"M", o.shape.m},
                  {"N", o.shape.n},
                  {"K", o.shape.k},
                  {"dtype", std::string(gemm::to_text(o.dtype))},
                  {"gpu", gemm_.gpu().name}}};
}

const std::string& CublasLt::description(const Config& config) const {
  return candidates_[static_cast<std::size_t>(position(config))];
}

std::optional<double> CublasLt::largest_error(const Config& config) const {
  const auto loaded = gemm_.session().loaded(position(config));
  return loaded ? std::optional(loaded->largest_error) : std::nullopt;
}

std::vector<cuda::Conditions> CublasLt::conditions(const Config& config) const {
  const auto found = conditions_.find(position(config));
  return found == conditions_.end() ? std::vector<cuda::Conditions>{} : found->second;
}

}  // namespace tilewright::backends
