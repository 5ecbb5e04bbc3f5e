#include "backends/cuda/compiled_registers.hpp"

#include <map>
#include <string>

#include "backends/cuda/cubin_cache.hpp"
#include "backends/cuda/for_each_in_threads.hpp"
#include "backends/cuda/nvrtc.hpp"
#include "kernels/source.hpp"

namespace tilewright::backends::cuda {
namespace {

std::optional<std::int64_t> registers_of_product(const CompileOutcome& outcome) {
  const auto* const binary = std::get_if<Binary>(&outcome);
  if (binary == nullptr) return std::nullopt;
  const auto product = binary->kernels.find(std::string(kernels::kProductEntry));
  return product == binary->kernels.end() ? std::nullopt : std::optional(product->second.registers);
}

}  // namespace

std::vector<std::optional<std::int64_t>> compiled_registers(
    std::span<const kernels::GemmVariant> variants, int compute_capability, const std::filesystem::path& cubins,
    const std::function<void(std::size_t, std::size_t)>& compiled) {
  const Nvrtc nvrtc;
  const int architecture = nvrtc.architecture_for(compute_capability);
  CubinCache cache(cubins);
  const Compiler compiler = cached(cache, nvrtc.version(), [&](const CompileJob& job) { return nvrtc.compile(job); });

  using Options = std::vector<std::string>;
  std::map<Options, std::optional<std::int64_t>> registers;
  for (const kernels::GemmVariant& variant : variants)
    registers.emplace(kernels::compile_options(variant, architecture), std::nullopt);
  std::vector<std::pair<const Options, std::optional<std::int64_t>>*> jobs;
  for (auto& entry : registers) jobs.push_back(&entry);
  for_each_in_threads(
      jobs.size(),
      [&](std::size_t i) {
        jobs[i]->second = registers_of_product(compiler({std::string(kernels::kernel_source()), jobs[i]->first}));
      },
      [&](std::size_t done) { compiled(done, jobs.size()); });

  std::vector<std::optional<std::int64_t>> result;
  for (const kernels::GemmVariant& variant : variants)
    result.push_back(registers.at(kernels::compile_options(variant, architecture)));
  return result;
}

}  // namespace tilewright::backends::cuda
