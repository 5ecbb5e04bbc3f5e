#include "backends/cuda/cuda.hpp"

#include <fmt/format.h>

#include <span>
#include <utility>

#include "core/gemm/occupancy.hpp"
#include "core/store/content_hash.hpp"
#include "core/store/context.hpp"
#include "kernels/source.hpp"
#include "kernels/variant.hpp"

namespace tilewright::backends {
namespace {

/// The first kernel that would use local memory, in words.
std::optional<Failure> spilling(const cuda::Binary& binary) {
  for (const auto& [name, usage] : binary.kernels)
    if (usage.spill_store_bytes + usage.spill_load_bytes + usage.stack_bytes > 0)
      return Failure{FailureKind::resources,
                     fmt::format("{} spills: {} B stores, {} B loads, {} B stack a thread at {} registers", name,
                                 usage.spill_store_bytes, usage.spill_load_bytes, usage.stack_bytes, usage.registers)};
  return std::nullopt;
}

std::optional<Failure> exceeding(const cuda::KernelUsage& usage, const gemm::TileConfig& tile,
                                 const gemm::GpuSpec& gpu) {
  const std::int64_t smem_bytes = usage.static_smem_bytes + gemm::smem_bytes(tile);
  if (smem_bytes > gpu.smem_per_cta_bytes)
    return Failure{FailureKind::resources,
                   fmt::format("shared memory {} B > {} B", smem_bytes, gpu.smem_per_cta_bytes)};
  if (const std::int64_t registers = usage.registers * tile.threads(); registers > gpu.registers_per_sm)
    return Failure{FailureKind::resources, fmt::format("{} registers a CTA > {}", registers, gpu.registers_per_sm)};
  return std::nullopt;
}

cuda::KernelUsage product_usage(const cuda::Binary& binary) {
  const auto found = binary.kernels.find(std::string(kernels::kProductEntry));
  return found == binary.kernels.end() ? cuda::KernelUsage{} : found->second;
}

}  // namespace

Cuda::Cuda(const kernels::GemmOperands& operands, CudaOptions options) : gemm_(operands, std::move(options)) {}

Config Cuda::describe() const { return gemm_.describe("cuda"); }

Config Cuda::key() const {
  // Of the options that all configs have in common, those of any variant will do.
  const std::vector<std::string> options = kernels::compile_options({}, gemm_.architecture());
  std::vector<std::string_view> parts{kernels::kernel_source()};
  parts.insert(parts.end(), options.begin(), options.end());
  return store::join({{"", {{"kernel", store::content_hash(parts)}}}, {"", gemm_.key()}});
}

void Cuda::prepare(std::span<const Config> configs) {
  gemm_.begin();
  for (const Config& config : configs) entry(config);
  static_cast<void>(gemm_.set_up());
}

Cuda::Entry& Cuda::entry(const Config& config) {
  if (const auto known = entries_.find(config); known != entries_.end()) return known->second;
  return entries_.emplace(config, make_entry(config)).first->second;
}

Cuda::Entry Cuda::make_entry(const Config& config) {
  Entry made{.id = static_cast<int>(entries_.size())};
  try {
    made.variant = kernels::gemm_variant(config, gemm_.operands());
  } catch (const Error& fault) {
    made.failure = Failure{FailureKind::compile, fault.what()};
    return made;
  }
  std::string source(kernels::kernel_source());
  if (gemm_.options().rewrite_source) source = gemm_.options().rewrite_source(config, std::move(source));
  made.compiled =
      gemm_.pool().compile({std::move(source), kernels::compile_options(*made.variant, gemm_.architecture())});
  return made;
}

std::optional<Failure> Cuda::why_not_run(const Entry& entry) const {
  if (entry.failure) return entry.failure;
  const cuda::CompileOutcome& outcome = entry.compiled->get();
  if (const auto* const failure = std::get_if<Failure>(&outcome)) return *failure;
  const auto& binary = std::get<cuda::Binary>(outcome);
  if (auto failure = spilling(binary)) return failure;
  return exceeding(product_usage(binary), entry.variant->tile, gemm_.gpu());
}

Measurement Cuda::measure(const Config& config, int count) {
  static_cast<void>(gemm_.set_up());
  Entry& asked = entry(config);
  if (auto failure = why_not_run(asked)) return *std::move(failure);
  auto answer = gemm_.session().measure(asked.id, count, [&]() -> cuda::Session::Candidate {
    return cuda::KernelCandidate{config, std::get<cuda::Binary>(asked.compiled->get()).cubin};
  });
  if (auto* const failure = std::get_if<Failure>(&answer)) return std::move(*failure);
  auto& reply = std::get<cuda::MeasureReply>(answer);
  asked.conditions.push_back(reply.conditions);
  return std::move(reply.samples_ms);
}

std::optional<CudaRecord> Cuda::record(const Config& config) const {
  const auto found = entries_.find(config);
  if (found == entries_.end() || !found->second.compiled) return std::nullopt;
  const Entry& entry = found->second;
  const auto* const binary = std::get_if<cuda::Binary>(&entry.compiled->get());
  if (binary == nullptr) return std::nullopt;
  const auto loaded = gemm_.session().loaded(entry.id);
  return CudaRecord{.usage = product_usage(*binary),
                    .dynamic_smem_bytes = gemm::smem_bytes(entry.variant->tile),
                    .compile_ms = binary->compile_ms,
                    .from_cache = binary->from_cache,
                    .largest_error = loaded ? std::optional(loaded->largest_error) : std::nullopt,
                    .conditions = entry.conditions};
}

}  // namespace tilewright::backends
