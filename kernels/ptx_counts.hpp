#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace tilewright::kernels {

/// How often each kind of instruction stands in a PTX text; not how often it runs.
///
/// Kinds are `mma`, `ldmatrix`, `wgmma`, `barrier`, `other`, and with the bytes that one thread moves: `cp.async 16`,
/// `ld.global 16`, `st.global 16`, `ld.shared 4`, `st.shared 16`, `ld.local 4`, `st.local 4`.
using PtxCounts = std::map<std::string, std::int64_t>;

/// Reads every function of `ptx`. Directives, labels, comments and predicates are passed over; a text that is not
/// PTX has no instructions.
[[nodiscard]] PtxCounts count_instructions(std::string_view ptx);

/// The kind of one instruction without its predicate, as `cp.async.cg.shared.global [%r1], [%rd1], 16, %r2`.
[[nodiscard]] std::string instruction_kind(std::string_view instruction);

}  // namespace tilewright::kernels
