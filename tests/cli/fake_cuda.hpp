#pragma once

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/cli/program.hpp"
#include "tests/fake_worker/behaviour.hpp"

/// Skips the test where the kernels of `--backend cuda` cannot be compiled.
#define NEEDS_NVRTC() \
  if (const std::string why = tilewright::cli::why_no_compiler(); !why.empty()) GTEST_SKIP() << why

namespace tilewright::cli {

/// With a worker without a device, which takes 1 ms for everything, and what is kept in `home`.
inline std::vector<std::string> fake_cuda(const std::string& home) {
  return {"PATH=/usr/bin:/bin", "TILEWRIGHT_CUDA_WORKER=" TILEWRIGHT_FAKE_WORKER,
          std::string(fake_worker::kHasDevice) + "=1", "TILEWRIGHT_HOME=" + home};
}

/// Why nothing can be compiled here; empty when it can.
inline std::string why_no_compiler() {
  using Json = nlohmann::ordered_json;
  const Json doctor = Json::parse(run({"doctor", "--format", "json"}, {.environment = fake_cuda("")}).out);
  for (const Json& fact : doctor["facts"])
    if (fact["item"] == "backend cuda" && fact["status"] != "ok") return fact.dump();
  return "";
}

}  // namespace tilewright::cli
