#include <gmock/gmock.h>

#include <algorithm>
#include <chrono>
#include <iostream>

#include "backends/cublaslt.hpp"
#include "backends/cuda/device_spec.hpp"
#include "core/gemm/gpu_spec.hpp"
#include "tests/gpu/gpu.hpp"

namespace tilewright {
namespace {

using backends::CublasLt;
using backends::Cuda;
using backends::CudaOptions;
using backends::cuda::Timing;
using gpu::failure_of;
using gpu::tile;
using kernels::Epilogue;
using kernels::Layout;
using kernels::packed_operands;
using testing::Each;
using testing::Gt;

const Config kGood = tile(64, 64, 32, 4, 3);

double median_of(Samples samples) {
  std::ranges::sort(samples);
  return samples[samples.size() / 2];
}

double median_of(const Measurement& measured) { return median_of(std::get<Samples>(measured)); }

TEST(Gpu, everything_that_is_needed_works) {
  NEEDS_GPU();
  for (const auto& component : backends::cuda::availability()) {
    EXPECT_TRUE(component.works) << component.name << ": " << component.text;
    std::cout << component.name << ": " << component.text << '\n';
  }
}

TEST(Gpu, the_device_is_a_valid_gpu_of_the_model) {
  NEEDS_GPU();
  const gemm::GpuSpec gpu = backends::cuda::query_device(0);
  EXPECT_NO_THROW(gemm::check(gpu));
  std::cout << gpu.name << ": cc " << gpu.compute_capability << ", " << gpu.sms << " SMs, " << gpu.peak_tflops
            << " TF, " << gpu.dram_gbs << " GB/s, L2 " << gpu.l2_mib << " MiB, shared memory " << gpu.smem_per_sm_bytes
            << "/" << gpu.smem_per_cta_bytes << "/" << gpu.smem_reserved_per_cta_bytes << '\n';
}

TEST(GpuMeasure, samples_come_with_conditions_and_a_record) {
  NEEDS_GPU();
  Cuda backend(packed_operands({1024, 1024, 1024}), gpu::kept());
  backend.prepare(std::vector{kGood});
  const Measurement measured = backend.measure(kGood, 10);
  ASSERT_EQ(failure_of(measured), "");
  EXPECT_EQ(std::get<Samples>(measured).size(), 10U);
  EXPECT_THAT(std::get<Samples>(measured), Each(Gt(0)));
  const auto record = backend.record(kGood);
  ASSERT_TRUE(record.has_value());
  EXPECT_GT(record->usage.registers, 16);
  EXPECT_EQ(record->dynamic_smem_bytes, (64 + 64) * 32 * 2 * 3);
  EXPECT_LE(record->largest_error.value(), 1);
  ASSERT_EQ(record->conditions.size(), 1U);
  EXPECT_GT(record->conditions[0].sm_mhz, 300);
  EXPECT_GT(record->conditions[0].power_w, 10);
  EXPECT_GT(record->conditions[0].temperature_c, 10);
  EXPECT_FALSE(backend.record(tile(128, 64, 32, 4, 3)).has_value());
}

TEST(GpuMeasure, both_references_accept_every_layout_epilogue_and_type) {
  NEEDS_GPU();
  for (const bool library : {true, false})
    for (const auto dtype : {gemm::Dtype::fp16, gemm::Dtype::bf16})
      for (const auto a : {Layout::row_major, Layout::column_major})
        for (const auto b : {Layout::row_major, Layout::column_major})
          for (const auto epilogue : {Epilogue::none, Epilogue::bias_gelu}) {
            // Every part at once: gaps between rows, odd sizes, operands that begin at odd elements.
            kernels::GemmOperands operands = packed_operands({129, 77, 333}, dtype, a, b, epilogue);
            operands.lda += 5;
            operands.ldc += 3;
            operands.b_alignment_bytes = 2;
            EXPECT_EQ(failure_of(gpu::measure_one(operands, kGood, {.library_reference = library}, 1)), "")
                << (library ? "cublaslt " : "kernel ") << gemm::to_text(dtype) << ' ' << kernels::to_text(a) << ' '
                << kernels::to_text(b) << ' ' << kernels::to_text(epilogue);
          }
}

TEST(GpuMeasure, events_and_graphs_agree_and_a_warm_l2_is_faster) {
  NEEDS_GPU();
  const auto operands = packed_operands({16, 4096, 4096});
  const Config config = tile(16, 64, 64, 4, 4);
  const auto time = [&](bool cold, Timing timing) {
    return median_of(gpu::measure_one(operands, config, {.cold_l2 = cold, .timing = timing}, 21));
  };
  const double cold_events = time(true, Timing::events);
  const double cold_graph = time(true, Timing::graph);
  const double hot_events = time(false, Timing::events);
  const double hot_graph = time(false, Timing::graph);
  std::cout << "16x4096x4096, ms: cold events " << cold_events << ", cold graph " << cold_graph << ", hot events "
            << hot_events << ", hot graph " << hot_graph << '\n';
  EXPECT_LT(cold_graph, 1.2 * cold_events);
  EXPECT_GT(cold_graph, 0.5 * cold_events);
  EXPECT_LT(hot_graph, cold_graph);
  EXPECT_LE(hot_events, 1.1 * cold_events);
}

/// Samples taken one by one, as an interleaved sweep does, and what they were taken under.
Samples take_one_by_one(Cuda& backend, const Config& config, int count) {
  Samples samples;
  const auto begin = std::chrono::steady_clock::now();
  for (int i = 0; i < count; ++i) samples.push_back(std::get<Samples>(backend.measure(config, 1)).front());
  const double call_ms =
      std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count() / count;
  const auto conditions = backend.record(config).value().conditions;
  std::cout << "  ms:";
  for (int i = 0; i < count; i += count / 10) std::cout << ' ' << samples[static_cast<std::size_t>(i)];
  std::cout << "; a call takes " << call_ms << " ms; SM MHz " << conditions.front().sm_mhz << " to "
            << conditions.back().sm_mhz << ", W " << conditions.front().power_w << " to " << conditions.back().power_w
            << ", C " << conditions.back().temperature_c << '\n';
  return samples;
}

TEST(GpuMeasure, another_run_of_the_same_config_is_about_as_fast) {
  NEEDS_GPU();
  const auto operands = packed_operands({4096, 4096, 4096});
  const Config config = tile(128, 128, 64, 4, 3);
  std::vector<double> medians;
  for (int run = 0; run < 3; ++run) {
    Cuda backend(operands, gpu::kept());
    backend.prepare(std::vector{config});
    medians.push_back(median_of(take_one_by_one(backend, config, 50)));
    std::cout << "4096x4096x4096, 128x128x64 w4 s3, ms: " << medians.back() << " one by one, "
              << median_of(backend.measure(config, 50)) << " in one call\n";
  }
  EXPECT_NEAR(medians[1] / medians[0], 1, 0.1);
  EXPECT_NEAR(medians[2] / medians[0], 1, 0.1);
}

TEST(GpuMeasure, the_library_offers_several_candidates_and_all_are_right) {
  NEEDS_GPU();
  for (const auto epilogue : {Epilogue::none, Epilogue::bias, Epilogue::bias_relu, Epilogue::bias_gelu})
    for (const auto& shape : {gemm::GemmShape{512, 512, 512}, gemm::GemmShape{129, 77, 333}}) {
      CublasLt library(packed_operands(shape, gemm::Dtype::fp16, Layout::row_major, Layout::row_major, epilogue),
                       gpu::kept());
      const TuningProblem problem = library.problem();
      problem.space.for_each([&](ConfigIndex, const Config& config) {
        const Measurement measured = library.measure(config, 1);
        EXPECT_EQ(failure_of(measured), "")
            << kernels::to_text(epilogue) << ' ' << gemm::to_text(shape) << ' ' << library.description(config);
      });
      std::cout << kernels::to_text(epilogue) << ' ' << gemm::to_text(shape) << ": " << problem.space.product_size()
                << " candidates\n";
    }
}

}  // namespace
}  // namespace tilewright
