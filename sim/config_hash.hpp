#pragma once

#include <cstdint>
#include <string_view>

#include "core/tuning/config.hpp"

namespace tilewright::sim {

/// FNV-1a, 64 bits, of the bytes. Source: Fowler, Noll and Vo; offset and prime of draft-eastlake-fnv.
[[nodiscard]] std::uint64_t text_hash(std::string_view text);

/// What CPython's `hash` gives for an integer, a real and a bool; 1, 1.0 and true hash alike. Its hash of a text
/// changes from run to run, so that of a text is `text_hash` here.
///
/// Source: "Hashing of numeric types" in the Python library reference: the value modulo 2^61 - 1, with the value's
/// sign.
[[nodiscard]] std::int64_t python_hash(const Value& value);

/// What CPython's `hash`, from version 3.8 on, gives for the tuple of the config's values, with `python_hash` for
/// each; the names do not count.
///
/// Source: Objects/tupleobject.c, a short form of Collet's XXH64.
[[nodiscard]] std::int64_t python_tuple_hash(const Config& config);

/// A hash of names, types and values, in order: equal configs have equal hashes, on every platform and in every run,
/// and different ones practically never do.
///
/// It is the tuple hash over, for each parameter, `text_hash` of the name, the type (0 bool, 1 integer, 2 real,
/// 3 text), and the value: 0 or 1, the integer, the bits of the real (0.0 for -0.0, which equals it), or `text_hash`.
[[nodiscard]] std::uint64_t content_hash(const Config& config);

}  // namespace tilewright::sim
