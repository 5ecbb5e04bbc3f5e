#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "core/formats/read.hpp"
#include "tests/support/data.hpp"

namespace tilewright::formats {

/// The reading of a file of tests/data/formats.
inline Reading read_small(const std::string& name) {
  return read_text(test::bytes_of(test::data_file("formats/" + name)), name);
}

/// The only recording of a file of which nothing was refused.
inline Recording only_recording(const Reading& reading) {
  for (const Refusal& refusal : reading.refused) ADD_FAILURE() << to_text(refusal, "refused");
  EXPECT_EQ(reading.recordings.size(), 1U);
  return reading.recordings.empty() ? Recording{} : reading.recordings.front();
}

/// What was refused, as it is shown.
inline std::vector<std::string> refusals_of(const Reading& reading) {
  std::vector<std::string> lines;
  for (const Refusal& refusal : reading.refused) lines.push_back(to_text(refusal, "it"));
  return lines;
}

inline std::size_t count_rows(const Reading& reading) {
  std::size_t rows = 0;
  for (const Recording& recording : reading.recordings) rows += recording.rows.size();
  return rows;
}

inline std::size_t count_failures(const Recording& recording, FailureKind kind) {
  return static_cast<std::size_t>(
      std::ranges::count_if(recording.rows, [&](const Row& row) { return row.failure && row.failure->kind == kind; }));
}

/// All that a row says, but for its line.
inline std::string text_of(const Row& row) {
  std::string text = "config " + to_text(row.config) + "\nfacts " + to_text(row.facts) + "\nsamples";
  const auto add = [&](double number) { text += " " + to_text(Value(number)); };
  for (const double sample : row.samples_ms) add(sample);
  text += "\ntime";
  if (row.time_ms) add(*row.time_ms);
  if (row.failure) text += "\nfailure " + std::string(to_text(row.failure->kind)) + ": " + row.failure->text;
  for (const Series& series : row.series) {
    text += "\nseries " + series.name;
    for (const double value : series.values) add(value);
  }
  return text;
}

/// All that a recording says, but for its format, its source and lines.
inline std::string text_of(const Recording& recording) {
  std::string text = recording.kernel + "\n" + recording.device + "\nproblem " + to_text(recording.problem) +
                     "\nabout " + to_text(recording.about) + "\nparameters";
  for (const std::string& name : recording.parameters) text += " " + name;
  for (const Row& row : recording.rows) text += "\n" + text_of(row);
  return text;
}

inline std::string text_of(const Reading& reading) {
  std::string text;
  for (const Recording& recording : reading.recordings) text += text_of(recording) + "\n";
  for (const std::string& line : refusals_of(reading)) text += line + "\n";
  return text;
}

}  // namespace tilewright::formats
