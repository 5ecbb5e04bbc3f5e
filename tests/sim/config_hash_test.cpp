#include "sim/config_hash.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <limits>
#include <set>
#include <vector>

#include "core/gemm/tile_config.hpp"

namespace tilewright::sim {
namespace {

/// A config of these values; the names do not matter.
Config of(std::vector<Value> values) {
  Config::Names names;
  for (std::size_t i = 0; i < values.size(); ++i) names.emplace_back(i + 1, 'p');
  return {std::make_shared<const Config::Names>(std::move(names)), std::move(values)};
}

Value integer(std::int64_t value) { return value; }

// Literals: hash(...) of CPython 3.11, 64 bits.

TEST(PythonHash, of_integers) {
  EXPECT_EQ(python_hash(integer(0)), 0);
  EXPECT_EQ(python_hash(integer(1)), 1);
  EXPECT_EQ(python_hash(integer(-1)), -2);
  EXPECT_EQ(python_hash(integer(-2)), -2);
  EXPECT_EQ(python_hash(integer(123456789)), 123456789);
  EXPECT_EQ(python_hash(integer((1LL << 61) - 1)), 0);
  EXPECT_EQ(python_hash(integer(1LL << 61)), 1);
  EXPECT_EQ(python_hash(integer(-(1LL << 61))), -2);
  EXPECT_EQ(python_hash(integer(std::numeric_limits<std::int64_t>::max())), 3);
  EXPECT_EQ(python_hash(integer(std::numeric_limits<std::int64_t>::min())), -4);
}

TEST(PythonHash, of_reals) {
  EXPECT_EQ(python_hash(0.0), 0);
  EXPECT_EQ(python_hash(-0.0), 0);
  EXPECT_EQ(python_hash(1.0), 1);
  EXPECT_EQ(python_hash(-1.0), -2);
  EXPECT_EQ(python_hash(0.5), 1152921504606846976);
  EXPECT_EQ(python_hash(-0.5), -1152921504606846976);
  EXPECT_EQ(python_hash(2.5), 1152921504606846978);
  EXPECT_EQ(python_hash(0.1), 230584300921369408);
  EXPECT_EQ(python_hash(-0.1), -230584300921369408);
  EXPECT_EQ(python_hash(3.141592653589793), 326490430436040707);
  EXPECT_EQ(python_hash(0x1p61), 1);
  EXPECT_EQ(python_hash(1e300), 1224995262755759164);
  EXPECT_EQ(python_hash(std::numeric_limits<double>::max()), 2234066890152476671);
  EXPECT_EQ(python_hash(std::numeric_limits<double>::denorm_min()), 16777216);
  EXPECT_EQ(python_hash(std::numeric_limits<double>::infinity()), 314159);
  EXPECT_EQ(python_hash(-std::numeric_limits<double>::infinity()), -314159);
}

TEST(PythonHash, of_bools) {
  EXPECT_EQ(python_hash(true), 1);
  EXPECT_EQ(python_hash(false), 0);
}

RC_GTEST_PROP(PythonHash, is_one_for_numbers_that_are_equal, (int whole)) {
  RC_ASSERT(python_hash(integer(whole)) == python_hash(static_cast<double>(whole)));
}

TEST(PythonTupleHash, is_that_of_cpython) {
  EXPECT_EQ(python_tuple_hash(of({})), 5740354900026072187);
  EXPECT_EQ(python_tuple_hash(of({integer(0)})), -8753497827991233192);
  EXPECT_EQ(python_tuple_hash(of({integer(1)})), -6644214454873602895);
  EXPECT_EQ(python_tuple_hash(of({integer(-1)})), 8078679518589016365);
  EXPECT_EQ(python_tuple_hash(of({integer(-1), integer((1LL << 61) - 1)})), 2575514064802888272);
  EXPECT_EQ(python_tuple_hash(gemm::to_config({128, 256, 32, 8, 2})), -3064009059900640667);
  EXPECT_EQ(python_tuple_hash(gemm::to_config({256, 128, 32, 8, 3})), 1740994319325312471);
  EXPECT_EQ(python_tuple_hash(gemm::to_config({32, 32, 32, 4, 2})), -7066264984266979545);
  EXPECT_EQ(python_tuple_hash(gemm::to_config({64, 256, 64, 8, 4})), 4301619020689862085);
  EXPECT_EQ(python_tuple_hash(of({true, false})), -5164621852614943976);
  EXPECT_EQ(python_tuple_hash(of({0.5, integer(2)})), 4981211117337784684);
  EXPECT_EQ(python_tuple_hash(of({integer(1), 2.5, true})), -8978965343934856575);
}

TEST(TextHash, is_fnv_1a) {
  // Test vectors of draft-eastlake-fnv.
  EXPECT_EQ(text_hash(""), 0xcbf29ce484222325);
  EXPECT_EQ(text_hash("a"), 0xaf63dc4c8601ec8c);
  EXPECT_EQ(text_hash("foobar"), 0x85944171f73967e8);
}

TEST(ContentHash, is_for_good) {
  EXPECT_EQ(content_hash(Config{}), 0x4fa9d65e2cba1c7b);
  EXPECT_EQ(content_hash(gemm::to_config({128, 256, 32, 8, 2})), 0xffc1fbb856cfaf29);
  EXPECT_EQ(content_hash({{"layout", "row"}, {"fraction", 0.5}, {"split", true}, {"k", integer(-1)}}),
            0xea0391de48aab95d);
}

TEST(ContentHash, tells_names_types_values_and_order_apart) {
  const std::vector<Config> configs = {
      {},
      {{"a", integer(1)}},
      {{"b", integer(1)}},
      {{"a", 1.0}},
      {{"a", true}},
      {{"a", "1"}},
      {{"a", integer(-1)}},
      {{"a", integer(-2)}},
      {{"a", -1.0}},
      {{"a", -2.0}},
      {{"a", ""}},
      {{"a", integer(0)}},
      {{"a", 0.0}},
      {{"a", false}},
      {{"a", integer(1)}, {"b", integer(2)}},
      {{"b", integer(2)}, {"a", integer(1)}},
      {{"a", integer(2)}, {"b", integer(1)}},
  };
  std::set<std::uint64_t> hashes;
  for (const Config& config : configs) hashes.insert(content_hash(config));
  EXPECT_EQ(hashes.size(), configs.size());
}

TEST(ContentHash, is_equal_for_equal_configs) {
  EXPECT_EQ(content_hash({{"a", 0.0}}), content_hash({{"a", -0.0}}));
  EXPECT_EQ(content_hash({{"a", "x"}, {"b", 2.0}}), content_hash({{"a", "x"}, {"b", 2.0}}));
}

TEST(ContentHash, has_no_two_alike_in_a_space) {
  std::vector<Value> sizes;
  for (std::int64_t size = 0; size < 48; ++size) sizes.push_back(size);
  const Space space({{"a", sizes}, {"b", sizes}, {"c", sizes}});
  std::set<std::uint64_t> hashes;
  space.for_each([&](ConfigIndex, const Config& config) { hashes.insert(content_hash(config)); });
  EXPECT_EQ(hashes.size(), space.product_size());
}

}  // namespace
}  // namespace tilewright::sim
