#include "core/gemm/problem.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>
#include <set>

#include "core/gemm/occupancy.hpp"
#include "core/gemm/wave_model.hpp"
#include "core/tuning/prune.hpp"
#include "core/tuning/shortlist.hpp"
#include "tests/core/gemm/generators.hpp"
#include "tests/reference/reference_run.hpp"
#include "tests/support/expect_error.hpp"
#include "tests/support/relative.hpp"

namespace tilewright::gemm {
namespace {

TuningProblem reference_problem(const GemmShape& shape = {4096, 4096, 4096}) {
  return gemm_problem(shape, Dtype::fp16, find_gpu("rtx3070"), reference_space());
}

std::set<std::int64_t> kept_values(const TuningProblem& problem, std::string_view name) {
  std::set<std::int64_t> values;
  for (const ConfigIndex index : prune(problem).kept) values.insert(problem.space.at(index).integer(name));
  return values;
}

TEST(GemmProblem, GivesThePublishedVerdictOnAllConfigs) {
  const TuningProblem problem = reference_problem();
  problem.space.for_each([&](ConfigIndex index, const Config& config) {
    const auto why = verdict(problem, config);
    EXPECT_EQ(why ? why->rule : "kept", reference::kConfigs.at(index).verdict) << to_text(config);
  });
  EXPECT_EQ(prune(problem).kept.size(), 146U);
  EXPECT_EQ(summary(prune(problem).rejections), "34 by shared memory, 12 by registers");
}

TEST(GemmProblem, ShortlistsThePublishedEightWithNoTieSplit) {
  const TuningProblem problem = reference_problem();
  const Shortlist result = shortlist(problem, prune(problem).kept, TopK::count(8));
  EXPECT_EQ(result.added_by_ties, 0U);
  ASSERT_EQ(result.candidates.size(), reference::kTrials.size());
  for (std::size_t i = 0; i < result.candidates.size(); ++i) {
    const reference::TrialFigures& published = reference::kTrials.at(i);
    EXPECT_EQ(tile_config(result.candidates[i].config),
              (TileConfig{published.bm, published.bn, published.bk, published.num_warps, published.num_stages}));
    EXPECT_REL(*result.candidates[i].predicted_ms, 3.7094092928, 1e-12);
  }
  // The eight are one group: whoever asks for fewer gets all of them, and is told.
  EXPECT_EQ(shortlist(problem, prune(problem).kept, TopK::count(1)).added_by_ties, 7U);
}

TEST(GemmProblem, SaysByHowMuchALimitIsExceeded) {
  const TuningProblem problem = reference_problem({100, 4096, 4096});
  const auto why = [&](const TileConfig& tile) { return to_text(*verdict(problem, to_config(tile))); };
  EXPECT_EQ(why({256, 256, 64, 8, 2}), "shared memory 131072 B > 101376 B");
  EXPECT_EQ(why({256, 256, 32, 4, 2}), "registers 552 per thread > 255 per thread");
  EXPECT_EQ(why({256, 64, 32, 4, 2}), "padding 60.9375 % of M > 50 % of M");
}

TEST(GemmProblem, At100RowsTheTilesOf256Go) {
  EXPECT_EQ(kept_values(reference_problem({100, 4096, 4096}), "BM"), (std::set<std::int64_t>{32, 64, 128}));
}

TEST(GemmProblem, PaddingNeverEmptiesTheSpace) {
  const TuningProblem decode = reference_problem({1, 4096, 4096});
  EXPECT_EQ(kept_values(decode, "BM"), (std::set<std::int64_t>{32}));
  EXPECT_EQ(kept_values(decode, "BN"), (std::set<std::int64_t>{32, 64, 128, 256}));
  const TuningProblem dot = reference_problem({1, 1, 4096});
  EXPECT_EQ(kept_values(dot, "BM"), (std::set<std::int64_t>{32}));
  EXPECT_EQ(kept_values(dot, "BN"), (std::set<std::int64_t>{32}));
}

TEST(GemmProblem, PaddingNeverEmptiesAConstrainedSpaceEither) {
  // No config has the smallest tile of both dimensions.
  const Space space(
      reference_space().parameters(),
      {{"not small", [](const Config& config) { return config.integer("BM") + config.integer("BN") >= 288; }}});
  const TuningProblem problem = gemm_problem({1, 1, 64}, Dtype::fp16, find_gpu("rtx3070"), space);
  EXPECT_EQ(kept_values(problem, "BM"), (std::set<std::int64_t>{32}));
  EXPECT_EQ(kept_values(problem, "BN"), (std::set<std::int64_t>{256}));
}

TEST(GemmProblem, ReadsConfigsOfAnotherOrderByName) {
  const TuningProblem problem = reference_problem();
  const Config turned{{"num_stages", 2}, {"num_warps", 8}, {"BK", 64}, {"BN", 256}, {"BM", 128}};
  EXPECT_EQ(problem.predict_ms(turned), problem.predict_ms(to_config({128, 256, 64, 8, 2})));
  EXPECT_EQ(problem.resources(turned).smem_bytes, 98304);
  EXPECT_EQ(problem.resources(turned).registers, 168);
}

TEST(GemmProblem, HasShapeTypeAndDeviceAsItsKey) {
  EXPECT_EQ(to_text(reference_problem({1, 2, 3}).key), "M=1 N=2 K=3 dtype=fp16 gpu=rtx3070");
  EXPECT_EQ(reference_problem().name, "gemm");
}

TEST(GemmProblem, RefusesWhatItCannotModel) {
  const GpuSpec& gpu = find_gpu("rtx3070");
  const auto kind = ErrorKind::bad_argument;
  EXPECT_ERROR(static_cast<void>(gemm_problem({0, 1, 1}, Dtype::fp16, gpu, reference_space())), kind,
               testing::HasSubstr("0 for M"));
  EXPECT_ERROR(static_cast<void>(gemm_problem({1, 1, 1}, Dtype::fp16, gpu, Space({Parameter{"BM", {16}}}))), kind,
               "there is no parameter 'BN'; there are: BM");
  std::vector<Parameter> parameters = reference_space().parameters();
  parameters[2].values.emplace_back(0);
  EXPECT_ERROR(static_cast<void>(gemm_problem({1, 1, 1}, Dtype::fp16, gpu, Space(parameters))), kind,
               "parameter 'BK' is 0; a tile config needs 1 to 65536");
  GpuSpec broken = gpu;
  broken.sms = 0;
  EXPECT_ERROR(static_cast<void>(gemm_problem({1, 1, 1}, Dtype::fp16, broken, reference_space())), kind,
               testing::HasSubstr("sms is 0"));
}

RC_GTEST_PROP(GemmProblemLaws, KeepsWhatFitsAndNamesTheLimitThatIsExceeded, ()) {
  const GemmShape shape = *any_shape();
  const GpuSpec gpu = *any_gpu();
  const TuningProblem problem = gemm_problem(shape, Dtype::fp16, gpu, reference_space());
  problem.space.for_each([&](ConfigIndex, const Config& config) {
    const TileConfig tile = tile_config(config);
    const auto why = verdict(problem, config);
    if (!why) {
      RC_ASSERT(smem_bytes(tile) <= gpu.smem_per_cta_bytes);
      RC_ASSERT(registers_per_thread(tile) <= gpu.registers_per_thread);
      RC_ASSERT(padding(shape.m, tile.bm) <= std::max(0.5, padding(shape.m, 32)));
      RC_ASSERT(padding(shape.n, tile.bn) <= std::max(0.5, padding(shape.n, 32)));
      return;
    }
    RC_ASSERT(why->actual > why->limit);
    const std::map<std::string, double> figures{{"shared_memory B", smem_bytes(tile)},
                                                {"registers per thread", registers_per_thread(tile)},
                                                {"padding % of M", 100 * padding(shape.m, tile.bm)},
                                                {"padding % of N", 100 * padding(shape.n, tile.bn)}};
    RC_ASSERT(figures.at(why->rule + " " + why->unit) == why->actual);
  });
}

RC_GTEST_PROP(GemmProblemLaws, SomethingIsKeptForEveryShape, ()) {
  const TuningProblem problem = gemm_problem(*any_shape(), Dtype::bf16, *any_gpu(), reference_space());
  RC_ASSERT(!prune(problem).kept.empty());
}

}  // namespace
}  // namespace tilewright::gemm
