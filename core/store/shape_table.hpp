#pragma once

#include <optional>
#include <string>

#include "core/gemm/gpu_spec.hpp"
#include "core/gemm/shape.hpp"
#include "core/store/lookup/table.hpp"
#include "core/tuning/config.hpp"

/// How a shape table, which programs read with core/store/shape_lookup.hpp, is made.
namespace tilewright::store {

[[nodiscard]] lookup::Fields to_fields(const Config& config);
[[nodiscard]] Config to_config(const lookup::Fields& fields);

[[nodiscard]] lookup::Shape to_lookup(const gemm::GemmShape& shape);
[[nodiscard]] gemm::GemmShape to_gemm(const lookup::Shape& shape);

/// Every field of `gpu`: what a table is good for.
[[nodiscard]] lookup::Fields device_fields(const gemm::GpuSpec& gpu);

/// Puts `entry` where it belongs, in place of one of the same shape if there is one.
void put(lookup::Table& table, const lookup::Entry& entry);

/// Null when the shape is not there.
[[nodiscard]] const lookup::Entry* find(const lookup::Table& table, const lookup::Shape& shape);

/// What keeps the entries of a sweep for `wanted` out of `table`: the first field of key, method and device that one of
/// them lacks or has otherwise, as `method 'seed' is 0, not 1`; nothing when they can go in.
[[nodiscard]] std::optional<std::string> why_not_together(const lookup::Table& table, const lookup::Table& wanted);

/// The JSON that `lookup::parse_table` reads back, an entry a line, in order of the shapes: equal tables are equal
/// bytes, in whatever order they were made.
[[nodiscard]] std::string shape_table_text(const lookup::Table& table);

}  // namespace tilewright::store
