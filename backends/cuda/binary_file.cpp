#include "backends/cuda/binary_file.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "core/store/content_hash.hpp"

namespace tilewright::backends::cuda {

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(KernelUsage, registers, stack_bytes, spill_store_bytes, spill_load_bytes,
                                   static_smem_bytes)

namespace {

using nlohmann::json;

std::string header(const std::string& key, std::string_view body) {
  return fmt::format("tilewright-cubin 1 {} {}\n", key, store::content_hash({body}));
}

}  // namespace

std::string to_file(const std::string& key, const Binary& binary) {
  const json body{{"kernels", binary.kernels},
                  {"compile_ms", binary.compile_ms},
                  {"cubin", json::binary({binary.cubin.begin(), binary.cubin.end()})}};
  std::string bytes;
  json::to_cbor(body, bytes);
  return header(key, bytes) + bytes;
}

std::optional<Binary> from_file(const std::string& key, std::string_view bytes) {
  const std::size_t end = bytes.find('\n');
  if (end == std::string_view::npos) return std::nullopt;
  const std::string_view body = bytes.substr(end + 1);
  if (bytes.substr(0, end + 1) != header(key, body)) return std::nullopt;
  try {
    const json read = json::from_cbor(body);
    const auto& cubin = read.at("cubin").get_binary();
    return Binary{.cubin = std::string(cubin.begin(), cubin.end()),
                  .kernels = read.at("kernels").get<std::map<std::string, KernelUsage>>(),
                  .compile_ms = read.at("compile_ms").get<double>(),
                  .from_cache = true};
  } catch (const json::exception&) {
    return std::nullopt;  // the hash fits, so that another program wrote it
  }
}

}  // namespace tilewright::backends::cuda
