#pragma once

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

// Results of `tune --format json`, as the tests of the store look at them.
namespace tilewright::cli {

inline std::vector<std::string> notes_of(const nlohmann::ordered_json& json) {
  return json["notes"].get<std::vector<std::string>>();
}

/// What the two runs measured, config by config.
inline void expect_same_samples(const nlohmann::ordered_json& one, const nlohmann::ordered_json& other) {
  ASSERT_EQ(one["trials"].size(), other["trials"].size());
  for (std::size_t i = 0; i < one["trials"].size(); ++i)
    for (const char* field : {"config", "samples_ms", "failure"})
      EXPECT_EQ(one["trials"][i][field], other["trials"][i][field]);
  EXPECT_EQ(one["choice"], other["choice"]);
}

}  // namespace tilewright::cli
