#include "sim/hidden_factor.hpp"

#include "sim/config_hash.hpp"

namespace tilewright::sim {
namespace {

double reference_factor(const Config& config) {
  const std::int64_t remainder = python_tuple_hash(config) % 7;
  const auto residue = static_cast<double>(remainder < 0 ? remainder + 7 : remainder);
  return 1 + 0.15 * residue / 7;
}

}  // namespace

HiddenFactor reference_hidden_factor() { return {"reference", reference_factor}; }

HiddenFactor no_hidden_factor() {
  return {"none", [](const Config&) { return 1.0; }};
}

}  // namespace tilewright::sim
