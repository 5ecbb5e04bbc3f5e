#include "backends/cuda/shared_library.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <cstdlib>
#include <utility>

#include "core/error.hpp"

namespace tilewright::backends::cuda {
namespace {

std::string last_loader_fault() {
  const char* const text = ::dlerror();
  return text == nullptr ? "no reason given" : text;
}

std::vector<std::string> toolkit_folders() {
  std::vector<std::string> folders;
  for (const char* const name : {"CUDA_HOME", "CUDA_PATH"})
    if (const char* const folder = std::getenv(name); folder != nullptr && *folder != '\0')
      folders.emplace_back(folder);
  folders.emplace_back("/usr/local/cuda");
  return folders;
}

}  // namespace

SharedLibrary::SharedLibrary(std::string title, const std::vector<std::string>& candidates, const std::string& advice)
    : title_(std::move(title)) {
  std::string first_fault;
  for (const std::string& candidate : candidates) {
    handle_ = ::dlopen(candidate.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (handle_ != nullptr) return;
    const std::string fault = last_loader_fault();
    if (first_fault.empty()) first_fault = fault;
  }
  throw Error(ErrorKind::not_available, fmt::format("{} is missing: {}; {}", title_, first_fault, advice));
}

SharedLibrary::Symbol SharedLibrary::symbol(const char* name) const {
  if (void* const found = ::dlsym(handle_, name)) return {found};
  throw Error(ErrorKind::not_available,
              fmt::format("{} has no function {}: {}; install another version", title_, name, last_loader_fault()));
}

std::vector<std::string> toolkit_library(const std::string& stem, std::initializer_list<int> majors) {
  std::vector<std::string> candidates;
  for (const int major : majors) {
    const std::string file = fmt::format("{}.so.{}", stem, major);
    candidates.push_back(file);
    for (const std::string& folder : toolkit_folders()) candidates.push_back(fmt::format("{}/lib64/{}", folder, file));
  }
  return candidates;
}

}  // namespace tilewright::backends::cuda
