#include "conformance/systems/medical_tests/queue_reading.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace holdfast::conformance::medical_tests {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(WrongReadingTest, ATestThatMovesMayBeMissed) {
  EXPECT_THAT(WrongReading({"a", "b", "c"}, {"a", "c"}), IsEmpty());
  EXPECT_THAT(WrongReading({"a", "c"}, {"a", "c"}), IsEmpty());
  EXPECT_THAT(WrongReading({}, {}), IsEmpty());
}

TEST(WrongReadingTest, ATestThatStaysMustNotBeMissed) {
  EXPECT_THAT(WrongReading({"a", "b"}, {"a", "c"}), ElementsAre("missed a test that stayed in the queue: c"));
}

TEST(WrongReadingTest, NoTestMayBeReadTwice) {
  EXPECT_THAT(WrongReading({"a", "b", "b", "c"}, {"a"}),
              ElementsAre("read a test twice, though none changes its place"));
  EXPECT_THAT(WrongReading({"a", "b", "a"}, {"a"}), ElementsAre("read a test twice, though none changes its place"));
}

TEST(WrongReadingTest, TheOrderMustBeThatOfTheQueue) {
  EXPECT_THAT(WrongReading({"b", "a"}, {"a", "b"}), ElementsAre("read the queue out of order"));
}

}  // namespace
}  // namespace holdfast::conformance::medical_tests
