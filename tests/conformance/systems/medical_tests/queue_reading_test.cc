#include "conformance/systems/medical_tests/queue_reading.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace holdfast::conformance::medical_tests {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(FindReadingErrorsTest, ATestThatLeavesAndReturnsMayBeMissed) {
  EXPECT_THAT(FindReadingErrors({"a", "b", "c"}, {"a", "c"}), IsEmpty());
  EXPECT_THAT(FindReadingErrors({"a", "c"}, {"a", "c"}), IsEmpty());
  EXPECT_THAT(FindReadingErrors({}, {}), IsEmpty());
}

TEST(FindReadingErrorsTest, ATestThatStaysMustNotBeMissed) {
  EXPECT_THAT(FindReadingErrors({"a", "b"}, {"a", "c"}), ElementsAre("missed a test that stayed in the queue: c"));
}

TEST(FindReadingErrorsTest, NoTestMayBeReadTwice) {
  EXPECT_THAT(FindReadingErrors({"a", "b", "b", "c"}, {"a"}),
              ElementsAre("read a test twice, though none changes its place"));
  EXPECT_THAT(FindReadingErrors({"a", "b", "a"}, {"a"}),
              ElementsAre("read a test twice, though none changes its place"));
}

TEST(FindReadingErrorsTest, TheOrderMustBeThatOfTheQueue) {
  EXPECT_THAT(FindReadingErrors({"b", "a"}, {"a", "b"}), ElementsAre("read the queue out of order"));
}

}  // namespace
}  // namespace holdfast::conformance::medical_tests
