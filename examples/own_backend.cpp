// Times one's own code: a matrix transposed in blocks on the host.
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <tilewright/core/tuning/tune.hpp>
#include <vector>

namespace {

constexpr std::int64_t kSize = 512;

void transpose(const std::vector<float>& from, std::vector<float>& to, std::int64_t block) {
  for (std::int64_t row = 0; row < kSize; row += block)
    for (std::int64_t column = 0; column < kSize; column += block)
      for (std::int64_t r = row; r < row + block; ++r)
        for (std::int64_t c = column; c < column + block; ++c) to[c * kSize + r] = from[r * kSize + c];
}

class HostClock : public tilewright::Backend {
 public:
  [[nodiscard]] tilewright::Config describe() const override { return {{"name", "host_clock"}}; }

  [[nodiscard]] tilewright::Measurement measure(const tilewright::Config& config, int count) override {
    tilewright::Samples samples_ms;
    for (int i = 0; i < count; ++i) {
      const auto start = std::chrono::steady_clock::now();
      transpose(from_, to_, config.integer("block"));
      const std::chrono::duration<double, std::milli> elapsed = std::chrono::steady_clock::now() - start;
      samples_ms.push_back(elapsed.count());
    }
    return samples_ms;
  }

 private:
  std::vector<float> from_ = std::vector<float>(kSize * kSize, 1.0F);
  std::vector<float> to_ = std::vector<float>(kSize * kSize);
};

}  // namespace

int main() {
  const tilewright::TuningProblem problem{.name = "transpose",
                                          .space = tilewright::Space({{"block", {1, 4, 16, 64, 256}}})};
  HostClock backend;
  tilewright::TuneOptions options;
  options.plan = {.repeats = 15, .warmup = 2, .interleaved = true};
  options.rule = tilewright::parse_rule("ci[95]:-block");  // of those that the noise cannot tell apart, the largest

  const tilewright::TuneResult result = tilewright::tune(problem, backend, options);
  if (!result.choice) return 1;
  std::printf("ship %s\n%s\n", to_text(result.trials[result.choice->trial].config).c_str(), result.choice->why.c_str());
}
