#include "sim/config_hash.hpp"

#include <bit>
#include <cmath>

namespace tilewright::sim {
namespace {

constexpr std::uint64_t kModulus = (std::uint64_t{1} << 61) - 1;

/// The tuple hash, one lane at a time.
class TupleHash {
 public:
  void add(std::uint64_t lane) {
    hash_ += lane * kPrime2;
    hash_ = std::rotl(hash_, 31);
    hash_ *= kPrime1;
    ++length_;
  }

  [[nodiscard]] std::uint64_t finish() const {
    const std::uint64_t hash = hash_ + (length_ ^ (kPrime5 ^ 3527539));
    return hash == ~std::uint64_t{0} ? 1546275796 : hash;
  }

 private:
  static constexpr std::uint64_t kPrime1 = 11400714785074694791U;
  static constexpr std::uint64_t kPrime2 = 14029467366897019727U;
  static constexpr std::uint64_t kPrime5 = 2870177450012600261U;

  std::uint64_t hash_ = kPrime5;
  std::uint64_t length_ = 0;
};

/// CPython keeps -1 for errors.
std::int64_t with_sign(std::uint64_t magnitude, bool negative) {
  const auto hash = static_cast<std::int64_t>(magnitude);
  if (!negative) return hash;
  return hash == 1 ? -2 : -hash;
}

std::int64_t integer_hash(std::int64_t integer) {
  const auto bits = static_cast<std::uint64_t>(integer);
  return with_sign((integer < 0 ? 0 - bits : bits) % kModulus, integer < 0);
}

std::int64_t real_hash(double real) {
  if (std::isinf(real)) return real > 0 ? 314159 : -314159;
  int exponent = 0;
  const double fraction = std::frexp(std::fabs(real), &exponent);
  const auto mantissa = static_cast<std::uint64_t>(std::ldexp(fraction, 53));
  // The value is mantissa * 2^(exponent - 53). As 2^61 is 1 modulo 2^61 - 1, a power of two turns the 61 bits around.
  const int turn = ((exponent - 53) % 61 + 61) % 61;
  return with_sign(((mantissa << turn) & kModulus) | (mantissa >> (61 - turn)), real < 0);
}

std::uint64_t content_lane(const Value& value) {
  struct Visitor {
    std::uint64_t operator()(bool flag) const { return flag ? 1 : 0; }
    std::uint64_t operator()(std::int64_t integer) const { return static_cast<std::uint64_t>(integer); }
    std::uint64_t operator()(double real) const { return std::bit_cast<std::uint64_t>(real == 0 ? 0.0 : real); }
    std::uint64_t operator()(const std::string& text) const { return text_hash(text); }
  };
  return std::visit(Visitor{}, value);
}

}  // namespace

std::uint64_t text_hash(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char character : text) hash = (hash ^ static_cast<unsigned char>(character)) * 0x100000001b3;
  return hash;
}

std::int64_t python_hash(const Value& value) {
  struct Visitor {
    std::int64_t operator()(bool flag) const { return flag ? 1 : 0; }
    std::int64_t operator()(std::int64_t integer) const { return integer_hash(integer); }
    std::int64_t operator()(double real) const { return real_hash(real); }
    std::int64_t operator()(const std::string& text) const { return std::bit_cast<std::int64_t>(text_hash(text)); }
  };
  return std::visit(Visitor{}, value);
}

std::int64_t python_tuple_hash(const Config& config) {
  TupleHash hash;
  for (const Value& value : config.values()) hash.add(static_cast<std::uint64_t>(python_hash(value)));
  return std::bit_cast<std::int64_t>(hash.finish());
}

std::uint64_t content_hash(const Config& config) {
  TupleHash hash;
  for (std::size_t i = 0; i < config.size(); ++i) {
    hash.add(text_hash(config.names()[i]));
    hash.add(config.values()[i].index());
    hash.add(content_lane(config.values()[i]));
  }
  return hash.finish();
}

}  // namespace tilewright::sim
