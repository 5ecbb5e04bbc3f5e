#include "backends/cuda/protocol.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <memory>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <type_traits>

#include "backends/cuda/cubin_cache.hpp"
#include "backends/cuda/helper_source.hpp"
#include "kernels/source.hpp"

using nlohmann::json;

// CBOR, which carries doubles and machine code as they are. Enumerations travel as their numbers: both sides are of
// one build.

namespace tilewright {
namespace {

json to_json(const Value& value) {
  return std::visit([](const auto& held) { return json(held); }, value);
}

Value to_value(const json& from) {
  if (from.is_boolean()) return from.get<bool>();
  if (from.is_number_integer()) return from.get<std::int64_t>();
  if (from.is_number()) return from.get<double>();
  return from.get<std::string>();
}

}  // namespace

static void to_json(json& to, const Config& config) {
  json values = json::array();
  for (const Value& value : config.values()) values.push_back(to_json(value));
  to = {{"names", config.names()}, {"values", values}};
}

static void from_json(const json& from, Config& config) {
  std::vector<Value> values;
  for (const json& value : from.at("values")) values.push_back(to_value(value));
  config = Config(std::make_shared<const Config::Names>(from.at("names").get<Config::Names>()), std::move(values));
}

namespace kernels {

// Not the library's macro: its functions are inline, and another file may have some of its own for this type.
static void to_json(json& to, const GemmOperands& o) {
  to = {o.shape.m,  o.shape.n, o.shape.k, o.dtype, o.a_layout,          o.b_layout,
        o.epilogue, o.lda,     o.ldb,     o.ldc,   o.a_alignment_bytes, o.b_alignment_bytes};
}

static void from_json(const json& from, GemmOperands& o) {
  const auto get = [&](std::size_t position, auto& target) { from.at(position).get_to(target); };
  get(0, o.shape.m), get(1, o.shape.n), get(2, o.shape.k);
  get(3, o.dtype), get(4, o.a_layout), get(5, o.b_layout), get(6, o.epilogue);
  get(7, o.lda), get(8, o.ldb), get(9, o.ldc);
  get(10, o.a_alignment_bytes), get(11, o.b_alignment_bytes);
}

}  // namespace kernels

namespace backends::cuda {

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Component, name, works, text)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(AboutReply, components)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(DeviceInfo, index, name, pci_bus_id, driver, compute_capability, sms, clock_mhz,
                                   memory_clock_mhz, memory_bus_bits, memory_bytes, l2_bytes, smem_per_sm, smem_per_cta,
                                   smem_reserved_per_cta, registers_per_sm, warps_per_sm, ctas_per_sm)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Conditions, sm_mhz, power_w, temperature_c, retaken, low_clock)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Method, timing, cold_l2, warmup_ms)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(OpenRequest, device, build)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(SetUpRequest, operands, seed, method, library_reference, helpers)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(ListRequest, count)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(KernelCandidate, config, cubin)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(LibraryCandidate, index)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(MeasureRequest, id, count)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(SetUpReply, reference, reference_ms, settled)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(ListReply, candidates)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(LoadReply, run_ms, largest_error)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(MeasureReply, samples_ms, conditions)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(FailureReply, kind, text, lost)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(ErrorReply, kind, text)

namespace {

/// A variant as `{"type": INDEX, "value": ...}`.
template <typename Variant>
json tagged(const Variant& variant) {
  return std::visit([&](const auto& held) { return json{{"type", variant.index()}, {"value", held}}; }, variant);
}

template <typename Variant, std::size_t kIndex = 0>
Variant untagged(const json& from) {
  if constexpr (kIndex == std::variant_size_v<Variant>) {
    throw std::runtime_error("a message of no known type");
  } else {
    if (from.at("type").get<std::size_t>() != kIndex) return untagged<Variant, kIndex + 1>(from);
    return from.at("value").get<std::variant_alternative_t<kIndex, Variant>>();
  }
}

}  // namespace

static void to_json(json& to, const AboutRequest& /*request*/) { to = json::object(); }

static void from_json(const json& /*from*/, AboutRequest& /*request*/) {}

static void to_json(json& to, const LoadRequest& request) {
  to = {{"id", request.id}, {"candidate", tagged(request.candidate)}};
}

static void from_json(const json& from, LoadRequest& request) {
  request = {from.at("id").get<int>(), untagged<decltype(request.candidate)>(from.at("candidate"))};
}

namespace {

template <typename Message>
std::string encode_message(const Numbered<Message>& message) {
  std::string bytes;
  json::to_cbor({{"number", message.number}, {"message", tagged(message.message)}}, bytes);
  return bytes;
}

template <typename Message>
Numbered<Message> decode_message(std::string_view bytes) {
  const json read = json::from_cbor(bytes);
  return {read.at("number").get<std::uint64_t>(), untagged<Message>(read.at("message"))};
}

}  // namespace

const std::string& build_id() {
  static const std::string kId =
      cubin_key({std::string(kernels::kernel_source()) + helper_job(0).source, {}}, "protocol 1");
  return kId;
}

std::string encode(const Numbered<Request>& request) { return encode_message(request); }
std::string encode(const Numbered<Reply>& reply) { return encode_message(reply); }
Numbered<Request> decode_request(std::string_view bytes) { return decode_message<Request>(bytes); }
Numbered<Reply> decode_reply(std::string_view bytes) { return decode_message<Reply>(bytes); }

}  // namespace backends::cuda
}  // namespace tilewright
