#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/error.hpp"

/// Expects `statement` to throw `Error` of this kind whose line matches: a text, or a gmock matcher.
#define EXPECT_ERROR(statement, expected_kind, line)                                       \
  try {                                                                                    \
    statement;                                                                             \
    ADD_FAILURE() << "no Error was thrown by " #statement;                                 \
  } catch (const ::tilewright::Error& error) {                                             \
    EXPECT_EQ(error.kind(), expected_kind);                                                \
    EXPECT_THAT(std::string(error.what()), ::testing::SafeMatcherCast<std::string>(line)); \
  }                                                                                        \
  static_assert(true, "to be followed by a semicolon")
