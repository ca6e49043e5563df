#include "engine/base/result.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>

namespace holdfast {
namespace {

Error Failure(std::string message) { return {ErrorKind::kValidation, std::move(message)}; }

Status Check(bool good) {
  if (good) return {};
  return Failure("bad");
}
Result<std::unique_ptr<int>> Make(bool good) {
  if (!good) return Failure("no value");
  return std::make_unique<int>(7);
}
// Sets `steps` to the number of calls that succeeded.
Result<int> CheckAndMake(bool check, bool make, int& steps) {
  steps = 0;
  HOLDFAST_RETURN_IF_ERROR(Check(check));
  steps = 1;
  HOLDFAST_ASSIGN_OR_RETURN(const std::unique_ptr<int> made, Make(make));
  steps = 2;
  return *made + 1;
}

TEST(Result, HoldsAValueOrAnError) {
  const Result<int> value = 5;
  ASSERT_TRUE(value.ok());
  EXPECT_EQ(*value, 5);
  const Result<std::string> error = Failure("why");
  ASSERT_FALSE(error.ok());
  EXPECT_EQ(error.error().message, "why");
  EXPECT_EQ(Result<std::string>("text")->size(), 4u);
  EXPECT_EQ(*Result<std::string>(std::in_place), "");
}

TEST(Result, AllowsItsValueToBeMovedOut) {
  Result<std::unique_ptr<int>> result = Make(true);
  const std::unique_ptr<int> taken = std::move(result).value();
  EXPECT_EQ(*taken, 7);
}

#ifndef NDEBUG
TEST(ResultDeathTest, TheValueOfAnErrorEndsTheProgramWithTheMessage) {
  const Result<std::string> error = Failure("why");
  EXPECT_DEATH((void)error.value(), "The value of a Result that is an error: why");
  const Result<std::string> text("text");
  EXPECT_DEATH((void)text.error(), "!ok\\(\\)");
}
#endif

TEST(Result, AStatusWithoutErrorIsSuccess) {
  EXPECT_TRUE(Status().ok());
  EXPECT_FALSE(Check(false).ok());
}

TEST(Result, TheFirstErrorEndsTheFunction) {
  int steps = -1;
  EXPECT_EQ(CheckAndMake(false, true, steps).error().message, "bad");
  EXPECT_EQ(steps, 0);
  EXPECT_EQ(CheckAndMake(true, false, steps).error().message, "no value");
  EXPECT_EQ(steps, 1);
  EXPECT_EQ(*CheckAndMake(true, true, steps), 8);
  EXPECT_EQ(steps, 2);
}

}  // namespace
}  // namespace holdfast
