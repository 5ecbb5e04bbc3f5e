#include "sim/hidden_factor.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <set>

#include "core/gemm/tile_config.hpp"
#include "tests/reference/reference_run.hpp"

namespace tilewright::sim {
namespace {

double reference_factor(const gemm::TileConfig& tile) {
  return reference_hidden_factor().factor(gemm::to_config(tile));
}

TEST(ReferenceHiddenFactor, gives_the_published_residues) {
  EXPECT_EQ(reference_factor({128, 256, 32, 8, 2}), 1 + 0.15 * 3 / 7);
  EXPECT_EQ(reference_factor({256, 128, 32, 8, 3}), 1);
}

TEST(ReferenceHiddenFactor, gives_those_of_the_reference_run) {
  for (const reference::ConfigFigures& known : reference::kConfigs)
    EXPECT_EQ(reference_factor({known.bm, known.bn, known.bk, known.num_warps, known.num_stages}), known.hidden_factor);
}

TEST(ReferenceHiddenFactor, takes_other_types_too) {
  const HiddenFactor hidden = reference_hidden_factor();
  EXPECT_EQ(hidden.factor({{"a", 0.5}, {"b", std::int64_t{2}}}), 1.1071428571428572);
  EXPECT_EQ(hidden.factor({{"a", true}, {"b", false}}), 1.042857142857143);
  const double text = hidden.factor({{"layout", "row"}});
  EXPECT_EQ(text, hidden.factor({{"other", "row"}}));  // names do not count
  EXPECT_GE(text, 1);
}

TEST(ReferenceHiddenFactor, takes_all_7_values_over_the_reference_space) {
  std::set<double> factors;
  gemm::reference_space().for_each(
      [&](ConfigIndex, const Config& config) { factors.insert(reference_hidden_factor().factor(config)); });
  EXPECT_EQ(factors.size(), 7);
}

RC_GTEST_PROP(ReferenceHiddenFactor, is_within_its_bounds, (std::int64_t a, double b, const std::string& c)) {
  const double factor = reference_hidden_factor().factor({{"a", a}, {"b", b}, {"c", c}});
  RC_ASSERT(factor >= 1);
  RC_ASSERT(factor <= 1 + 0.15 * 6 / 7);
}

TEST(NoHiddenFactor, is_1) { EXPECT_EQ(no_hidden_factor().factor(gemm::to_config({128, 256, 32, 8, 2})), 1); }

}  // namespace
}  // namespace tilewright::sim
