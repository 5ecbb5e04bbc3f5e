#pragma once

#include <cstddef>
#include <functional>

namespace tilewright::backends::cuda {

/// Calls `body(i)` for each i below `count`, on as many threads as pay for compiling, and after each `told` with how
/// many are done, from any thread but one at a time. What they throw ends it and is thrown here.
void for_each_in_threads(std::size_t count, const std::function<void(std::size_t)>& body,
                         const std::function<void(std::size_t)>& told);

}  // namespace tilewright::backends::cuda
