#pragma once

#include <initializer_list>
#include <string>
#include <vector>

namespace tilewright::backends::cuda {

/// A library that is opened at run time, so that the program starts on a machine that lacks it. It stays loaded until
/// the process ends: libraries that own threads do not survive being unloaded.
class SharedLibrary {
 public:
  /// Opens the first of `candidates` (names or paths) that the loader takes. Throws `Error` (not_available) with
  /// `title`, what the loader said of the first candidate, and `advice` on how to get it.
  SharedLibrary(std::string title, const std::vector<std::string>& candidates, const std::string& advice);

  /// An address that becomes a pointer to whatever function it initializes: the type comes from the library's header,
  /// as in `decltype(&::nvrtcVersion) version = library.symbol("nvrtcVersion")`.
  struct Symbol {
    void* address;

    template <typename Function>
    operator Function*() const {  // implicit: the conversion is what it is for
      return reinterpret_cast<Function*>(address);
    }
  };

  /// Throws `Error` (not_available) when the library has no such function.
  [[nodiscard]] Symbol symbol(const char* name) const;

 private:
  std::string title_;
  void* handle_ = nullptr;
};

/// Where a library of the CUDA toolkit may be: `STEM.so.MAJOR` as the loader finds it, then in the toolkit's folder
/// (`CUDA_HOME`, `CUDA_PATH`, /usr/local/cuda), for each major version in order.
[[nodiscard]] std::vector<std::string> toolkit_library(const std::string& stem, std::initializer_list<int> majors);

}  // namespace tilewright::backends::cuda
