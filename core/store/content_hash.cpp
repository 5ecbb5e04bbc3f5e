#include "core/store/content_hash.hpp"

#include <fmt/format.h>

#include <cstdint>

namespace tilewright::store {
namespace {

__extension__ using Word = unsigned __int128;

constexpr Word kOffset = (Word{0x6c62272e07bb0142} << 64) | Word{0x62b821756295c58d};
constexpr Word kPrime = (Word{1} << 88) | Word{0x13b};

Word add(Word hash, std::string_view bytes) {
  for (const char byte : bytes) hash = (hash ^ static_cast<unsigned char>(byte)) * kPrime;
  return hash;
}

}  // namespace

std::string content_hash(const std::vector<std::string_view>& parts) {
  Word hash = kOffset;
  for (const std::string_view part : parts) hash = add(add(hash, part), fmt::format(";{};", part.size()));
  return fmt::format("{:016x}{:016x}", static_cast<std::uint64_t>(hash >> 64), static_cast<std::uint64_t>(hash));
}

}  // namespace tilewright::store
