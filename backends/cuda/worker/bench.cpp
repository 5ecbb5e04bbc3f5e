#include "backends/cuda/worker/bench.hpp"

#include <fmt/format.h>

#include <chrono>
#include <utility>

#include "core/error.hpp"

namespace tilewright::backends::cuda {
namespace {

constexpr int kMostRetakes = 3;

double milliseconds_since(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
}

std::int64_t free_bytes() {
  std::size_t free = 0;
  std::size_t total = 0;
  check(cudaMemGetInfo(&free, &total), "ask for free memory");
  return static_cast<std::int64_t>(free);
}

/// In floating point: sizes may be anything here.
double bytes_needed(const kernels::GemmOperands& o, std::int64_t l2_bytes) {
  const auto elements = [](const kernels::Extent& extent) {
    return static_cast<double>(extent.outer) * static_cast<double>(extent.ld);
  };
  const double operands = elements(kernels::extent_of_a(o)) + elements(kernels::extent_of_b(o));
  const double output = elements({o.shape.m, o.shape.n, o.ldc});
  constexpr double kRest = 64 << 20;  // the library's workspace and the guards
  // Operands are there twice while the reference is made; the reference has two fp32 numbers for each element of C.
  return 2 * (2 * operands + output) + 8 * static_cast<double>(o.shape.m) * static_cast<double>(o.shape.n) +
         2 * static_cast<double>(l2_bytes) + kRest;
}

/// The operands, which fit on the device. Throws `Error` when they do not.
const kernels::GemmOperands& fitting(const DeviceInfo& device, const kernels::GemmOperands& operands) {
  constexpr double kGib = 1 << 30;
  const double needed = bytes_needed(operands, device.l2_bytes);
  const auto free = static_cast<double>(free_bytes());
  if (needed <= free) return operands;
  throw Error(ErrorKind::not_available,
              fmt::format("{} takes {:.1f} GiB with its reference result and device {} ({}) has {:.1f} GiB free; "
                          "choose a smaller shape",
                          gemm::to_text(operands.shape), needed / kGib, device.index, device.name, free / kGib));
}

std::unique_ptr<CublasLtApi> open_library() {
  try {
    return std::make_unique<CublasLtApi>();
  } catch (const Error&) {
    return nullptr;
  }
}

}  // namespace

Bench::Bench(const DeviceInfo& device, const SetUpRequest& request, Clocks& clocks)
    : device_(device),
      operands_(fitting(device, request.operands)),
      method_(request.method),
      library_reference_(request.library_reference),
      clocks_(clocks),
      stream_(make_stream()),
      library_(open_library()),
      helpers_(request.helpers, stream_.get()),
      sets_(operands_, sets_needed(place(operands_), device.l2_bytes, free_bytes() / 2), request.seed, helpers_,
            stream_.get()),
      workspace_(stream_.get()),
      expectation_(operands_, helpers_),
      timer_(method_, device.l2_bytes, sets_, workspace_, helpers_, stream_.get()) {
  workspace_.reserve({.workspace_bytes = CublasLtGemm::kWorkspaceBytes});
  choose_reference();
  set_up_reply_.reference_ms = settle();  // what it leaves in place of the values is made anew
  make_expectation();
  set_up_reply_.settled = clocks_.conditions();
}

const CublasLtApi& Bench::library() {
  if (library_ == nullptr) library_ = std::make_unique<CublasLtApi>();  // throws what is missing
  return *library_;
}

const CublasLtGemm& Bench::library_gemm() {
  if (library_gemm_ == nullptr)
    library_gemm_ = std::make_unique<CublasLtGemm>(library(), operands_, OutputType::operands);
  return *library_gemm_;
}

void Bench::choose_reference() {
  set_up_reply_.reference = "kernel";
  if (!library_reference_ || library_ == nullptr) return;
  auto gemm = std::make_unique<CublasLtGemm>(*library_, operands_, OutputType::fp32);
  const auto algorithms = gemm->algorithms(1);
  if (algorithms.empty()) return;
  reference_gemm_ = std::move(gemm);
  reference_algorithm_ = algorithms.front();
  set_up_reply_.reference = "cublaslt";
}

void Bench::multiply_with_library(const kernels::GemmAddresses& at) {
  reference_gemm_->run(reference_algorithm_, workspace_.complete(at), stream_.get());
}

double Bench::settle() {
  kernels::GemmAddresses at = sets_.addresses(0);
  at.c = expectation_.values();
  return clocks_.settle([&] {
    return timer_.time_once([&] {
      if (reference_gemm_ != nullptr)
        multiply_with_library(at);
      else
        expectation_.multiply_with_helpers(at);
    });
  });
}

void Bench::make_expectation() {
  if (reference_gemm_ == nullptr) return expectation_.make_with_helpers(sets_.addresses(0));
  expectation_.make(sets_.addresses(0), [this](const kernels::GemmAddresses& at) { multiply_with_library(at); });
}

ListReply Bench::list(const ListRequest& request) {
  const CublasLtGemm& gemm = library_gemm();
  library_algorithms_ = gemm.algorithms(request.count);
  if (library_algorithms_.empty())
    throw Error(ErrorKind::not_available,
                fmt::format("cuBLASLt {} has nothing for {} with these layouts and this epilogue",
                            library().version_text(), gemm::to_text(operands_.shape)));
  ListReply reply;
  for (const auto& algorithm : library_algorithms_) reply.candidates.push_back(gemm.describe(algorithm));
  return reply;
}

std::unique_ptr<Candidate> Bench::make(const LoadRequest& request) {
  if (const auto* const ours = std::get_if<KernelCandidate>(&request.candidate))
    return make_candidate(*ours, operands_);
  const auto position = static_cast<std::size_t>(std::get<LibraryCandidate>(request.candidate).index);
  // A worker that took another's place has not been asked for the list.
  if (position >= library_algorithms_.size())
    library_algorithms_ = library_gemm().algorithms(static_cast<int>(position) + 1);
  if (position >= library_algorithms_.size())
    throw Error(ErrorKind::bad_argument, fmt::format("cuBLASLt has no candidate {}", position));
  return make_candidate(library_algorithms_[position], library_gemm());
}

LoadReply Bench::load(const LoadRequest& request) {
  Loaded loaded{.candidate = make(request)};
  workspace_.reserve(loaded.candidate->scratch());
  LoadReply reply;
  reply.largest_error = check_once(*loaded.candidate);
  reply.run_ms = loaded.run_ms = time_once(*loaded.candidate);
  warm_up(loaded);
  loaded_.insert_or_assign(request.id, std::move(loaded));
  return reply;
}

double Bench::time_once(Candidate& candidate) {
  return timer_.time_once([&] { candidate.run(workspace_.complete(sets_.addresses(0)), stream_.get()); });
}

double Bench::check_once(Candidate& candidate) {
  sets_.poison_output(0);
  workspace_.poison();
  workspace_.clear_counters();
  candidate.run(workspace_.complete(sets_.addresses(0)), stream_.get());
  check(cudaStreamSynchronize(stream_.get()), "run");
  return compare(candidate);
}

double Bench::compare(const Candidate& candidate) {
  try {
    const double largest = expectation_.compare(sets_.addresses(0).c, candidate.rounding());
    if (sets_.changed()) throw WrongResult("it changes its operands or writes outside of C");
    return largest;
  } catch (const WrongResult&) {
    // What else it wrote is not known: everything is made anew for the next candidate.
    sets_.restore();
    make_expectation();
    throw;
  }
}

void Bench::warm_up(Loaded& loaded) {
  const auto begin = std::chrono::steady_clock::now();
  while (milliseconds_since(begin) < method_.warmup_ms)
    static_cast<void>(timer_.take(*loaded.candidate, 1, loaded.run_ms, loaded.graph));
}

MeasureReply Bench::measure(const MeasureRequest& request) {
  Loaded& loaded = loaded_.at(request.id);
  workspace_.clear_counters();
  MeasureReply reply;
  int retaken = 0;
  bool low = false;
  do {
    reply.samples_ms = timer_.take(*loaded.candidate, request.count, loaded.run_ms, loaded.graph);
    low = clocks_.is_low();
  } while (low && retaken++ < kMostRetakes);
  static_cast<void>(compare(*loaded.candidate));
  reply.conditions = clocks_.conditions();
  reply.conditions.retaken = std::min(retaken, kMostRetakes);
  reply.conditions.low_clock = low;
  return reply;
}

}  // namespace tilewright::backends::cuda
