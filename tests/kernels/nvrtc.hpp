#pragma once

#include <dlfcn.h>

#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include "kernels/source.hpp"

namespace tilewright::kernels {

/// NVRTC, looked for at run time, so that the tests build and run (and skip what needs it) where it is missing.
class Nvrtc {
 public:
  static const Nvrtc& get() {
    static const Nvrtc nvrtc;
    return nvrtc;
  }

  [[nodiscard]] bool found() const { return library_ != nullptr; }

  struct Result {
    bool compiled = false;
    std::string log;  ///< of the compiler and of ptxas
    std::string ptx;
    int registers = -1;    ///< per thread, of the kernel `gemm`
    int stack_bytes = -1;  ///< local memory: spills and arrays
    int spill_store_bytes = -1;
    int static_smem_bytes = 0;  ///< shared memory that is not dynamic
  };

  /// Compiles `kernel_source()`. Expects `found()`; may be called from several threads.
  [[nodiscard]] Result compile(const GemmVariant& variant, int compute_capability) const {
    std::vector<std::string> options = compile_options(variant, compute_capability);
    options.insert(options.end(), {"--ptxas-options=-v", "--no-cache"});
    std::vector<const char*> pointers;
    for (const std::string& option : options) pointers.push_back(option.c_str());
    const std::string source(kernel_source());

    void* program = nullptr;
    Result result;
    if (create_(&program, source.c_str(), "gemm.cu", 0, nullptr, nullptr) != 0) return result;
    result.compiled = compile_(program, static_cast<int>(pointers.size()), pointers.data()) == 0;
    result.log = text(program, log_size_, log_);
    if (result.compiled) result.ptx = text(program, ptx_size_, ptx_);
    destroy_(&program);
    read_log(result);
    return result;
  }

 private:
  using GetSize = int (*)(void*, std::size_t*);
  using GetText = int (*)(void*, char*);

  Nvrtc() {
    for (const char* name : {"libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so", "/usr/local/cuda/lib64/libnvrtc.so"})
      if (library_ = dlopen(name, RTLD_NOW | RTLD_LOCAL); library_ != nullptr) break;
    if (library_ == nullptr) return;
    find(create_, "nvrtcCreateProgram");
    find(destroy_, "nvrtcDestroyProgram");
    find(compile_, "nvrtcCompileProgram");
    find(log_size_, "nvrtcGetProgramLogSize");
    find(log_, "nvrtcGetProgramLog");
    find(ptx_size_, "nvrtcGetPTXSize");
    find(ptx_, "nvrtcGetPTX");
  }

  template <typename Function>
  void find(Function& function, const char* name) {
    function = reinterpret_cast<Function>(dlsym(library_, name));
    if (function == nullptr) library_ = nullptr;
  }

  static std::string text(void* program, GetSize get_size, GetText get_text) {
    std::size_t size = 0;
    if (get_size(program, &size) != 0 || size == 0) return {};
    std::string result(size, '\0');
    if (get_text(program, result.data()) != 0) return {};
    result.pop_back();  // the final zero
    return result;
  }

  /// The number that stands before `unit` after position `from`.
  static int number_before(const std::string& log, const std::string& unit, std::size_t from, int otherwise) {
    const std::size_t end = log.find(unit, from);
    if (end == std::string::npos) return otherwise;
    const std::size_t begin = log.find_last_not_of("0123456789", end - 1) + 1;
    return std::atoi(log.substr(begin, end - begin).c_str());
  }

  static void read_log(Result& result) {
    const std::size_t from = result.log.find("properties for gemm");
    if (from == std::string::npos) return;
    result.registers = number_before(result.log, " registers", from, -1);
    result.stack_bytes = number_before(result.log, " bytes stack frame", from, -1);
    result.spill_store_bytes = number_before(result.log, " bytes spill stores", from, -1);
    result.static_smem_bytes = number_before(result.log, " bytes smem", from, 0);
  }

  void* library_ = nullptr;
  int (*create_)(void**, const char*, const char*, int, const char* const*, const char* const*) = nullptr;
  int (*destroy_)(void**) = nullptr;
  int (*compile_)(void*, int, const char* const*) = nullptr;
  GetSize log_size_ = nullptr;
  GetText log_ = nullptr;
  GetSize ptx_size_ = nullptr;
  GetText ptx_ = nullptr;
};

}  // namespace tilewright::kernels
