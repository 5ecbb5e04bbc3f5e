// The published run, end to end: every figure that it gives, computed by the product.
#include <gtest/gtest.h>

#include "backends/fake_measure.hpp"
#include "core/gemm/problem.hpp"
#include "core/stats/summary.hpp"
#include "core/tuning/tune.hpp"
#include "tests/reference/reference_run.hpp"
#include "tests/support/relative.hpp"

namespace tilewright {
namespace {

class ReferenceRun : public testing::Test {
 protected:
  static TuneResult run(const TuneOptions& options = {}) {
    const TuningProblem problem =
        gemm::gemm_problem({4096, 4096, 4096}, gemm::Dtype::fp16, gemm::find_gpu("rtx3070"), gemm::reference_space());
    backends::FakeMeasure backend(problem.predict_ms);
    return tune(problem, backend, options);
  }

  static std::string config_of(const TuneResult& result) { return to_text(result.trials[result.choice->trial].config); }
};

TEST_F(ReferenceRun, PrunesFortySix) {
  const TuneResult result = run();
  EXPECT_EQ(result.pruned.space_size, 192U);
  EXPECT_EQ(result.pruned.kept.size(), 146U);
  EXPECT_EQ(summary(result.pruned.rejections), "34 by shared memory, 12 by registers");
}

TEST_F(ReferenceRun, MeasuresThePublishedSamples) {
  const TuneResult result = run();
  ASSERT_EQ(result.trials.size(), reference::kTrials.size());
  for (std::size_t i = 0; i < result.trials.size(); ++i) {
    const Trial& trial = result.trials[i];
    const reference::TrialFigures& published = reference::kTrials.at(i);
    EXPECT_EQ(gemm::tile_config(trial.config),
              (gemm::TileConfig{published.bm, published.bn, published.bk, published.num_warps, published.num_stages}));
    ASSERT_EQ(trial.samples_ms.size(), published.samples_ms.size());
    for (std::size_t sample = 0; sample < published.samples_ms.size(); ++sample)
      EXPECT_REL(trial.samples_ms[sample], published.samples_ms.at(sample), 1e-12);
    const stats::Summary figures = stats::summarize(trial.samples_ms);
    EXPECT_REL(figures.median, published.median_ms, 1e-12);
    EXPECT_REL(figures.p20, published.p20_ms, 1e-12);
    EXPECT_REL(figures.p80, published.p80_ms, 1e-12);
  }
}

TEST_F(ReferenceRun, PicksThePublishedConfigForItsSharedMemory) {
  const TuneResult result = run();
  ASSERT_TRUE(result.choice);
  EXPECT_EQ(config_of(result), "BM=256 BN=128 BK=32 num_warps=8 num_stages=2");
  EXPECT_EQ(result.trials[result.choice->trial].resources.smem_bytes, 49152);
  // The published text says 7. In the published model 6 overlap the interval of the fastest; 7 that of the pick.
  EXPECT_EQ(result.choice->tied.size(), 6U);
}

TEST_F(ReferenceRun, TritonsRulePicksTheFastest) {
  TuneOptions options;
  options.rule = parse_rule("triton");
  EXPECT_EQ(config_of(run(options)), "BM=128 BN=256 BK=64 num_warps=8 num_stages=2");
}

TEST_F(ReferenceRun, IsTheSameEachTime) {
  const TuneResult first = run();
  const TuneResult second = run();
  for (std::size_t i = 0; i < first.trials.size(); ++i)
    EXPECT_EQ(first.trials[i].samples_ms, second.trials[i].samples_ms);
  EXPECT_EQ(first.choice->why, second.choice->why);
}

}  // namespace
}  // namespace tilewright
