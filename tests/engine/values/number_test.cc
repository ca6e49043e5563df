#include "engine/values/number.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/support/seeded_test.h"

namespace holdfast {
namespace {

std::string Normalised(std::string_view text) {
  const auto number = Number::Parse(text);
  return number.ok() ? number->ToText() : "problem " + std::to_string(static_cast<int>(number.error()));
}

NumberProblem ProblemOf(std::string_view text) {
  const auto number = Number::Parse(text);
  EXPECT_FALSE(number.ok()) << text << " was read as " << number->ToText();
  return number.error();
}

const std::string kNines(38, '9');

TEST(NumberTest, NormalisesAsDynamoDbReturnsIt) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"0", "0"},
      {"-0", "0"},
      {"0.00", "0"},
      {"+5", "5"},
      {"-7", "-7"},
      {"+.5", "0.5"},
      {"5.", "5"},
      {".5", "0.5"},
      {"1e+2", "100"},
      {"1.5E+3", "1500"},
      {"00042", "42"},
      {"0042.1200", "42.12"},
      {"1.10", "1.1"},
      {"1e125", "1" + std::string(125, '0')},
      {"1E-130", "0." + std::string(129, '0') + "1"},
      // The longest text that a number can have.
      {"-1." + std::string(36, '0') + "1E-130", "-0." + std::string(129, '0') + "1" + std::string(36, '0') + "1"},
      {"0.1e126", "1" + std::string(125, '0')},
      {kNines, kNines},
      {"-123.456", "-123.456"},
      {"100", "100"},
      {"10.01", "10.01"},
      {"0e125", "0"},
      {"0.0e126", "0"},
      {"1e000000000000000000000002", "100"},
      {std::string(1000, '0') + "7" + std::string(3, '0'), "7000"},
      {"0." + std::string(100, '0') + "1e101", "1"},
      {"1" + std::string(100, '0') + "e-100", "1"}};
  for (const auto& [text, expected] : cases) EXPECT_EQ(Normalised(text), expected) << text;
}

TEST(NumberTest, RefusesWhatIsNotANumber) {
  for (const char* text : {"", " 5", "5 ", "1e", "+e2", ".", "1.2.3", "1+2", "++5", "0x10", "1_000", "NaN", "Infinity",
                           "-", "+", "e5", "1e+", "1e1.5", "1e9223372036854775808"}) {
    EXPECT_EQ(ProblemOf(text), NumberProblem::kMalformed) << text;
  }
  EXPECT_EQ(ProblemOf("1e-9223372036854775809"), NumberProblem::kMalformed);
  EXPECT_EQ(ProblemOf(std::string_view("1\0", 2)), NumberProblem::kMalformed);
}

TEST(NumberTest, ChecksRangeThenDigits) {
  EXPECT_EQ(ProblemOf("1E126"), NumberProblem::kOverflow);
  EXPECT_EQ(ProblemOf("-1E126"), NumberProblem::kOverflow);
  EXPECT_EQ(ProblemOf("1e99999999999"), NumberProblem::kOverflow);
  EXPECT_EQ(ProblemOf("0e126"), NumberProblem::kOverflow);
  EXPECT_EQ(ProblemOf("1E-131"), NumberProblem::kUnderflow);
  EXPECT_EQ(ProblemOf("1e-99999999999"), NumberProblem::kUnderflow);
  EXPECT_EQ(ProblemOf("1e9223372036854775807"), NumberProblem::kOverflow);
  EXPECT_EQ(ProblemOf("1e-9223372036854775808"), NumberProblem::kUnderflow);
  EXPECT_EQ(ProblemOf("0e-131"), NumberProblem::kUnderflow);
  EXPECT_EQ(ProblemOf(kNines + "9"), NumberProblem::kTooManyDigits);
  EXPECT_EQ(ProblemOf("1." + std::string(37, '0') + "01"), NumberProblem::kTooManyDigits);
  EXPECT_EQ(Normalised(kNines + "0"), kNines + "0");
}

TEST(NumberTest, HasTheSizeThatDynamoDbCounts) {
  const std::vector<std::pair<std::string, size_t>> cases = {
      {"0", 1},         {"-0", 1},    {"1", 2},     {"42", 2},   {"-42", 3},  {"123456", 4}, {"3.14159", 5},
      {"0.0000001", 2}, {"1E125", 2}, {kNines, 20}, {"1.05", 3}, {"0.05", 2}, {"100", 2}};
  for (const auto& [text, size] : cases) EXPECT_EQ(Number::Parse(text)->size_bytes(), size) << text;
}

TEST(NumberTest, OrdersByValue) {
  const std::vector<std::string> ascending = {
      "-1e125", "-100", "-99.5", "-99.45", "-99.4", "-2",   "-1.5", "-1.05", "-1", "-0.5", "-1e-130", "0",    "1e-130",
      "0.05",   "0.5",  "1",     "1.05",   "1.5",   "1.55", "2",    "10",    "99", "100",  "101",     "1e10", "1e125"};
  for (size_t i = 0; i < ascending.size(); ++i) {
    for (size_t j = 0; j < ascending.size(); ++j) {
      EXPECT_EQ(*Number::Parse(ascending[i]) < *Number::Parse(ascending[j]), i < j)
          << ascending[i] << ' ' << ascending[j];
      EXPECT_EQ(*Number::Parse(ascending[i]) == *Number::Parse(ascending[j]), i == j);
    }
  }
}

TEST(NumberTest, AddsAndSubtractsExactly) {
  const auto sum = [](const char* a, const char* b) { return Number::Add(*Number::Parse(a), *Number::Parse(b)); };
  const auto difference = [](const char* a, const char* b) {
    return Number::Subtract(*Number::Parse(a), *Number::Parse(b));
  };
  EXPECT_EQ(sum("0.1", "0.2")->ToText(), "0.3");
  EXPECT_EQ(sum("5", "-5")->ToText(), "0");
  EXPECT_EQ(sum("99", "1")->ToText(), "100");
  EXPECT_EQ(sum("-99", "-1")->ToText(), "-100");
  EXPECT_EQ(sum("1e37", "1")->ToText(), "1" + std::string(36, '0') + "1");
  EXPECT_EQ(difference("1", "1.5")->ToText(), "-0.5");
  EXPECT_EQ(difference("0", "7")->ToText(), "-7");
  EXPECT_EQ(difference("7", "0")->ToText(), "7");
  EXPECT_EQ(difference("0", "0")->ToText(), "0");
  EXPECT_EQ(difference("1000", "0.001")->ToText(), "999.999");
  const std::string least = "0." + std::string(129, '0') + "1";
  EXPECT_EQ(difference("3E-130", "2E-130")->ToText(), least);
  EXPECT_EQ(sum("-2E-130", "1E-130")->ToText(), "-" + least);
  EXPECT_EQ(sum("1e50", "1").error(), NumberProblem::kOverflow);
  EXPECT_EQ(sum("9e125", "9e125").error(), NumberProblem::kOverflow);
  EXPECT_EQ(sum("1e125", "1e-130").error(), NumberProblem::kOverflow);
  EXPECT_EQ(difference("1.5e-130", "1e-130").error(), NumberProblem::kUnderflow);
}

// Random integers of up to 62 bits: sums and differences must agree with 64-bit arithmetic.
TEST(NumberTest, AgreesWithIntegersOnRandomSums) {
  HOLDFAST_SEEDED_RANDOM(random);
  for (int round = 0; round < 20'000; ++round) {
    const auto any = [&] {
      const int64_t magnitude = static_cast<int64_t>(random.Next() >> (random.Below(62) + 2));
      return random.Below(2) == 0 ? magnitude : -magnitude;
    };
    const int64_t a = any();
    const int64_t b = any();
    ASSERT_EQ(Number(a).ToText(), std::to_string(a));
    ASSERT_EQ(Number::Parse(std::to_string(a))->bytes(), Number(a).bytes());
    ASSERT_EQ(Number::Add(Number(a), Number(b))->ToText(), std::to_string(a + b));
    ASSERT_EQ(Number::Subtract(Number(a), Number(b))->ToText(), std::to_string(a - b));
    ASSERT_EQ(Number(a) < Number(b), a < b);
    ASSERT_EQ(Number::FromBytes(Number(a).bytes()), Number(a));
  }
}

}  // namespace
}  // namespace holdfast
