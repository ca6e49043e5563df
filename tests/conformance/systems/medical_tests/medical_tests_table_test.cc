#include "conformance/systems/medical_tests/medical_tests_table.h"

#include "gtest/gtest.h"

namespace holdfast::conformance::medical_tests {
namespace {

TEST(NumberedTestIdTest, TestsOfMoreThanAThousandClientsAreInTheOrderOfTheirNumbers) {
  EXPECT_EQ(NumberedTestId(42), "t0042");
  for (int number = 0; number < 2'000; ++number) EXPECT_LT(NumberedTestId(number), NumberedTestId(number + 1));
}

}  // namespace
}  // namespace holdfast::conformance::medical_tests
