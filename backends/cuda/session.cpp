#include "backends/cuda/session.hpp"

#include <cmath>
#include <cstdint>
#include <utility>

namespace tilewright::backends::cuda {
namespace {

using std::chrono::milliseconds;

/// Starting a driver and its context takes seconds on a machine with many devices.
constexpr milliseconds kOpenLimit{60000};
/// Operands, the reference, and clocks that settle. A reference without the library is the slow part.
constexpr milliseconds kSetUpLimit{120000};

/// Nothing more can be measured: what a failure says becomes the error.
[[noreturn]] void give_up(const std::string& what, const Failure& failure) {
  throw Error(ErrorKind::not_available, what + ": " + failure.text);
}

}  // namespace

Session::Session(SessionOptions options) : options_(std::move(options)) {
  options_.worker = find_worker(options_.worker);
  start();
}

template <typename Expected>
std::variant<Expected, Failure> Session::ask(const Request& request, milliseconds limit) {
  auto answer = worker_->ask(request, limit);
  if (worker_->lost()) ++workers_lost_;
  if (auto* const failure = std::get_if<Failure>(&answer)) return std::move(*failure);
  Reply& reply = std::get<Reply>(answer);
  if (auto* const expected = std::get_if<Expected>(&reply)) return std::move(*expected);
  if (auto* const failed = std::get_if<FailureReply>(&reply)) return Failure{failed->kind, std::move(failed->text)};
  if (const auto* const error = std::get_if<ErrorReply>(&reply)) throw Error(error->kind, error->text);
  return Failure{FailureKind::crashed, "the worker answered something else than it was asked"};
}

void Session::start() {
  worker_ = std::make_unique<WorkerLink>(options_.worker);
  in_worker_.clear();
  auto answer = ask<DeviceInfo>(OpenRequest{options_.device}, kOpenLimit);
  if (const auto* const failure = std::get_if<Failure>(&answer)) give_up("the device cannot be used", *failure);
  device_ = std::get<DeviceInfo>(answer);
  if (set_up_) send_set_up();
}

void Session::send_set_up() {
  auto answer = ask<SetUpReply>(*set_up_, kSetUpLimit);
  if (const auto* const failure = std::get_if<Failure>(&answer)) give_up("the operands cannot be made", *failure);
  set_up_reply_ = std::get<SetUpReply>(answer);
}

void Session::ensure_worker() {
  if (broken_) throw *broken_;
  if (!worker_->lost()) return;
  try {
    start();
  } catch (const Error& fault) {
    broken_ = fault;  // what made one replacement fail is not tried again for each candidate
    throw;
  }
}

const SetUpReply& Session::set_up(SetUpRequest request) {
  ensure_worker();
  set_up_ = std::move(request);
  send_set_up();
  return set_up_reply_;
}

std::vector<std::string> Session::library_candidates(int count) {
  ensure_worker();
  auto answer = ask<ListReply>(ListRequest{count}, options_.timeout);
  if (const auto* const failure = std::get_if<Failure>(&answer)) give_up("the library gives no candidates", *failure);
  return std::get<ListReply>(answer).candidates;
}

Failure Session::fail(int id, Failure failure) {
  return failed_.insert_or_assign(id, std::move(failure)).first->second;
}

std::optional<Failure> Session::load(int id, const std::function<Candidate()>& candidate) {
  if (in_worker_.count(id) > 0) return std::nullopt;
  auto answer = ask<LoadReply>(LoadRequest{id, candidate()}, options_.timeout + warm_up());
  if (auto* const failure = std::get_if<Failure>(&answer)) return fail(id, std::move(*failure));
  loaded_.insert_or_assign(id, std::get<LoadReply>(answer));
  in_worker_.insert(id);
  return std::nullopt;
}

milliseconds Session::warm_up() const {
  return milliseconds(set_up_ ? static_cast<std::int64_t>(std::ceil(set_up_->method.warmup_ms)) : 0);
}

/// Ten times what the samples should take: a sample has up to four runs or half a millisecond, and its flush.
milliseconds Session::time_for(int id, int count) const {
  const double sample_ms = 4 * loaded_.at(id).run_ms + 1;
  return milliseconds(static_cast<std::int64_t>(std::ceil(10 * sample_ms * count)));
}

std::variant<MeasureReply, Failure> Session::measure(int id, int count, const std::function<Candidate()>& candidate) {
  if (const auto known = failed_.find(id); known != failed_.end()) return known->second;
  ensure_worker();
  if (auto failure = load(id, candidate)) return *std::move(failure);
  auto answer = ask<MeasureReply>(MeasureRequest{id, count}, options_.timeout + time_for(id, count));
  if (auto* const failure = std::get_if<Failure>(&answer)) return fail(id, std::move(*failure));
  return std::get<MeasureReply>(std::move(answer));
}

std::optional<LoadReply> Session::loaded(int id) const {
  const auto found = loaded_.find(id);
  if (found == loaded_.end() || failed_.count(id) > 0) return std::nullopt;
  return found->second;
}

}  // namespace tilewright::backends::cuda
