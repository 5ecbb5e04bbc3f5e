#include "core/tuning/space.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <limits>
#include <stdexcept>

#include "tests/support/expect_error.hpp"

namespace tilewright {
namespace {

std::vector<std::string> texts(const Space& space) {
  std::vector<std::string> result;
  space.for_each([&](ConfigIndex, const Config& config) { result.push_back(to_text(config)); });
  return result;
}

Space numbers(const std::vector<int>& sizes) {
  std::vector<Parameter> parameters;
  for (const int size : sizes) {
    Parameter parameter{"p" + std::to_string(parameters.size()), {}};
    for (int value = 0; value < size; ++value) parameter.values.emplace_back(value);
    parameters.push_back(parameter);
  }
  return Space(parameters);
}

const Constraint kNotBoth{"not both", [](const Config& c) { return !(c.integer("a") == 1 && c.integer("b") == 1); }};

TEST(Space, ChangesTheLastParameterFastest) {
  const Space space({{"a", {1, 2}}, {"layout", {"row", "column"}}, {"swap", {false, true}}});
  EXPECT_EQ(space.product_size(), 8U);
  EXPECT_EQ(texts(space), (std::vector<std::string>{"a=1 layout=row swap=false", "a=1 layout=row swap=true",
                                                    "a=1 layout=column swap=false", "a=1 layout=column swap=true",
                                                    "a=2 layout=row swap=false", "a=2 layout=row swap=true",
                                                    "a=2 layout=column swap=false", "a=2 layout=column swap=true"}));
}

TEST(Space, LeavesOutWhatAConstraintForbidsAndKeepsThePositions) {
  const Space space({{"a", {0, 1}}, {"b", {0, 1}}, {"c", {0, 1}}}, {kNotBoth});
  std::vector<ConfigIndex> indices;
  space.for_each([&](ConfigIndex index, const Config& config) {
    indices.push_back(index);
    EXPECT_EQ(space.at(index), config);
  });
  EXPECT_EQ(indices, (std::vector<ConfigIndex>{0, 1, 2, 3, 4, 5}));
  EXPECT_EQ(space.product_size(), 8U);
  EXPECT_FALSE(space.satisfies_constraints(space.at(7)));
}

TEST(Space, WithoutParametersHasOneEmptyConfig) { EXPECT_EQ(texts(Space({})), std::vector<std::string>{""}); }

TEST(Space, StopsWhenTheVisitSaysSo) {
  int visits = 0;
  EXPECT_FALSE(numbers({10, 10}).for_each_while([&](ConfigIndex index, const Config&) {
    ++visits;
    return index < 4;
  }));
  EXPECT_EQ(visits, 5);
}

TEST(Space, IsWalkedWithoutHoldingItsConfigs) {
  // A space whose configs would not fit in any memory can be entered.
  const Space space = numbers({1000, 1000, 1000, 1000, 1000, 1000});
  EXPECT_EQ(space.product_size(), 1000000000000000000U);
  int visits = 0;
  space.for_each_while([&](ConfigIndex, const Config&) { return ++visits < 1000; });
  EXPECT_EQ(visits, 1000);
  EXPECT_EQ(to_text(space.at(space.product_size() - 1)), "p0=999 p1=999 p2=999 p3=999 p4=999 p5=999");
}

TEST(Space, RefusesBadParameters) {
  const auto kind = ErrorKind::bad_argument;
  EXPECT_ERROR(Space({Parameter{"", {1}}}), kind, "space: parameter '' has no name; name it");
  EXPECT_ERROR(Space({Parameter{"a", {}}}), kind, "space: parameter 'a' has no values; give it at least one");
  EXPECT_ERROR(Space({{"a", {1}}, {"a", {2}}}), kind, "space: parameter 'a' is there twice; keep one");
  EXPECT_ERROR(Space({Parameter{"a", {1, 2, 1}}}), kind, "space: parameter 'a' has the value 1 twice; keep one");
  EXPECT_ERROR(Space({Parameter{"a", {std::nan("")}}}), kind,
               "space: parameter 'a' has the value NaN; give it a number");
  EXPECT_ERROR(numbers({10000, 10000, 10000, 10000, 10000}), kind,
               "space: it has more than 2^63 - 1 configs; take values out");
}

TEST(Space, CanBeListedConfigByConfig) {
  const Space space = Space::of_listed({{"a", {1, 2}}, {"b", {true, false}}}, {0, 3});
  EXPECT_EQ(texts(space), (std::vector<std::string>{"a=1 b=true", "a=2 b=false"}));
  EXPECT_EQ(to_text(space.at(2)), "a=2 b=true");
  EXPECT_EQ(texts(Space::of_listed({{"a", {1}}}, {})), std::vector<std::string>{});
  int visits = 0;
  EXPECT_FALSE(space.for_each_while([&](ConfigIndex, const Config&) { return ++visits < 1; }));
  EXPECT_EQ(visits, 1);
}

TEST(Space, ListsThatAreNoneOfItsProductAreRefused) {
  const std::vector<Parameter> parameters{{"a", {1, 2}}};
  const auto listed = [&](std::vector<ConfigIndex> positions) {
    static_cast<void>(Space::of_listed(parameters, std::move(positions)));
  };
  EXPECT_ERROR(listed({1, 0}), ErrorKind::bad_argument, testing::HasSubstr("do not ascend"));
  EXPECT_ERROR(listed({0, 0}), ErrorKind::bad_argument, testing::HasSubstr("do not ascend"));
  EXPECT_ERROR(listed({0, 2}), ErrorKind::bad_argument, "space: position 2 is listed of a product of 2 configs");
}

TEST(Space, NamesTheConstraintThatThrows) {
  const Space space({{"a", {1}}}, {{"broken", [](const Config&) -> bool { throw std::runtime_error("oh"); }}});
  EXPECT_ERROR(texts(space), ErrorKind::bad_argument, "constraint 'broken' threw for a=1: oh");
}

RC_GTEST_PROP(SpaceLaws, VisitsEachConfigOnceInOrder, ()) {
  const auto sizes = *rc::gen::container<std::vector<int>>(*rc::gen::inRange(0, 5), rc::gen::inRange(1, 6));
  const Space space = numbers(sizes);
  ConfigIndex expected = 0;
  std::optional<Config> previous;
  space.for_each([&](ConfigIndex index, const Config& config) {
    RC_ASSERT(index == expected++);
    RC_ASSERT(space.at(index) == config);
    RC_ASSERT((!previous || *previous < config));  // parentheses: RapidCheck takes a bare || apart
    previous = config;
  });
  RC_ASSERT(expected == space.product_size());
}

}  // namespace
}  // namespace tilewright
