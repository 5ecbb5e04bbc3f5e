#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/formats/recording.hpp"
#include "core/report/text_table.hpp"

namespace tilewright::cli {

/// What was read from one file.
struct ImportedFile {
  std::string path;
  formats::Reading reading;
};

/// For a person: of each file its format and its recordings, numbered from 1 as `--recording-index` takes them: rows,
/// failures, and the best by median and by mean. A paragraph for each; a row of a table where there are many. With
/// `with_lint`, what looks wrong.
[[nodiscard]] std::string import_table(std::span<const ImportedFile> files, bool with_lint, const report::Style& style);

/// `FILE: recording N: ...` for each finding of `formats::lint`.
[[nodiscard]] std::vector<std::string> lint_lines(const ImportedFile& file);

}  // namespace tilewright::cli
