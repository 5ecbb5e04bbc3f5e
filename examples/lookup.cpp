// Looks a shape up in a table, as a program does that runs kernels. Headers alone: C++17, by nvcc too, and nothing to
// link. `tilewright sweep` makes tables; here is a small one.
#include <cstdio>
#include <tilewright/core/store/shape_lookup.hpp>

constexpr const char* kTable = R"({
  "schema": "tilewright.shape_table/1",
  "key": {"kernel": "gemm", "dtype": "fp16"}, "method": {}, "device": {"sms": 46, "smem_per_cta_bytes": 101376},
  "default": {"BM": 128, "BN": 128, "BK": 32, "num_warps": 8, "num_stages": 3},
  "entries": [
    {"M": 16, "N": 4096, "K": 4096, "config": {"BM": 32, "BN": 256, "BK": 32, "num_warps": 8, "num_stages": 3},
     "median_ms": 0.0885, "default_ms": 0.0921, "predicted_ms": 0.0896, "samples": 25}
  ]})";

int main() {
  namespace lookup = tilewright::lookup;

  // Once: lookup::load_shape_lookup("table.json", lookup::cuda_device(properties)), and compile each of its configs.
  const lookup::ShapeLookup table(lookup::parse_table(kTable, "the example"));
  const lookup::GemmCanRun can_run(table.table().configs, lookup::gemm_limits(table.table().device));

  // For each call, from any thread, without an allocation.
  const auto answer = table.find({32, 4096, 4096}, can_run);
  if (!answer) return 1;
  std::printf("%s, distance %g: ship", to_text(answer->found), answer->distance);
  for (const auto& [name, value] : table.config(*answer))
    std::printf(" %s=%s", name.c_str(), lookup::text_of(value).c_str());
  std::printf("\n");
}
