#include "backends/cuda/gemm_session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "backends/cuda/device_spec.hpp"
#include "backends/cuda/helper_source.hpp"

namespace tilewright::backends::cuda {
namespace {

/// Events add some 2 us to what they are put around; below this that would weigh.
constexpr double kShortMs = 0.050;

const kernels::GemmOperands& checked(const kernels::GemmOperands& operands) {
  kernels::check(operands);
  return operands;
}

SessionOptions session_options(const CudaOptions& options) {
  return {.worker = options.worker, .device = options.device, .timeout = options.timeout};
}

std::size_t threads(const CudaOptions& options) {
  return options.compile_threads > 0 ? options.compile_threads : CompilePool::default_threads();
}

}  // namespace

double floor_ms(const kernels::GemmOperands& operands, const gemm::GpuSpec& gpu) {
  const auto m = static_cast<double>(operands.shape.m);
  const auto n = static_cast<double>(operands.shape.n);
  const auto k = static_cast<double>(operands.shape.k);
  const double compute_ms = 2 * m * n * k / (gpu.peak_tflops * 1e9);
  const double memory_ms = 2 * (m * k + k * n + m * n) / (gpu.dram_gbs * 1e6);
  return std::max(compute_ms, memory_ms);
}

int samples_within(double total_ms, double sample_ms) {
  constexpr double kMost = 10000;
  const double count = sample_ms > 0 ? total_ms / sample_ms : kMost;
  return static_cast<int>(count >= 1 ? std::min(count, kMost) : 1);  // 1 for NaN too
}

GemmSession::GemmSession(const kernels::GemmOperands& operands, CudaOptions options)
    : operands_(checked(operands)),
      options_(std::move(options)),
      session_(session_options(options_)),
      gpu_(device_spec(session_.device())),
      architecture_(nvrtc_.architecture_for(gpu_.compute_capability)),
      cache_(options_.cubins),
      pool_(cached(cache_, nvrtc_.version(), [this](const CompileJob& job) { return nvrtc_.compile(job); }),
            threads(options_)) {}

std::vector<std::string> GemmSession::notes() const {
  std::vector<std::string> notes = cache_.notes();
  if (const int lost = session_.workers_lost(); lost > 0)
    notes.push_back(fmt::format("{} measuring process{} lost, each over a config that failed", lost,
                                lost == 1 ? " was" : "es were"));
  return notes;
}

void GemmSession::begin() {
  if (!helpers_) helpers_ = pool_.compile(helper_job(architecture_));
}

const SetUpReply& GemmSession::set_up() {
  if (set_up_) return *set_up_;
  begin();
  const CompileOutcome& helpers = helpers_->get();
  if (const auto* const failure = std::get_if<Failure>(&helpers))
    throw Error(ErrorKind::not_available, "the worker's own kernels do not compile: " + failure->text);
  set_up_ = session_.set_up({.operands = operands_,
                             .seed = options_.seed,
                             .method = method(),
                             .library_reference = options_.library_reference,
                             .helpers = std::get<Binary>(helpers).cubin});
  return *set_up_;
}

Method GemmSession::method() const {
  const Timing automatic = floor_ms(operands_, gpu_) < kShortMs ? Timing::graph : Timing::events;
  return {.timing = options_.timing.value_or(automatic), .cold_l2 = options_.cold_l2, .warmup_ms = options_.warmup_ms};
}

double GemmSession::sample_ms() {
  const double run_ms = set_up().reference_ms;
  return method().timing == Timing::graph ? std::max(run_ms, kGraphMs) : run_ms;
}

Config GemmSession::describe(const std::string& backend) const {
  const Method how = method();
  return {{"name", backend},
          {"device", session_.device().name},
          {"driver", session_.device().driver},
          {"nvrtc", nvrtc_.version()},
          {"timing", how.timing == Timing::graph ? "graph" : "events"},
          {"l2", how.cold_l2 ? "cold" : "hot"},
          {"warmup_ms", how.warmup_ms},
          {"seed", static_cast<std::int64_t>(options_.seed)},
          {"epilogue", std::string(kernels::to_text(operands_.epilogue))},
          {"a_layout", std::string(kernels::to_text(operands_.a_layout))},
          {"b_layout", std::string(kernels::to_text(operands_.b_layout))}};
}

Config GemmSession::key() const {
  const DeviceInfo& device = session_.device();
  return {{"device.name", device.name},
          {"device.compute_capability", device.compute_capability},
          {"device.sms", device.sms},
          {"device.clock_mhz", device.clock_mhz},
          {"device.memory_clock_mhz", device.memory_clock_mhz},
          {"device.memory_bus_bits", device.memory_bus_bits},
          {"device.memory_bytes", device.memory_bytes},
          {"device.l2_bytes", device.l2_bytes},
          {"device.smem_per_sm", device.smem_per_sm},
          {"device.smem_per_cta", device.smem_per_cta},
          {"device.smem_reserved_per_cta", device.smem_reserved_per_cta},
          {"device.registers_per_sm", device.registers_per_sm},
          {"device.warps_per_sm", device.warps_per_sm},
          {"device.ctas_per_sm", device.ctas_per_sm},
          {"build", build_id()}};
}

}  // namespace tilewright::backends::cuda
