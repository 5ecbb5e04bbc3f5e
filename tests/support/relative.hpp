#pragma once

#include <gtest/gtest.h>

#include <cmath>

/// Expects `actual` within a relative `tolerance` of `expected`.
#define EXPECT_REL(actual, expected, tolerance) EXPECT_NEAR(actual, expected, std::abs(expected) * (tolerance))
