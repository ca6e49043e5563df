// Numbers have up to 38 significant digits, are returned in one canonical form, and are added exactly.
#include "conformance/cases/cases.h"
#include "conformance/cases/steps/step.h"

namespace holdfast::conformance {
namespace {

constexpr char kTooManyDigits[] =
    "1 validation error detected: Attempting to store more than 38 significant digits in a Number";
constexpr char kTooLarge[] =
    "1 validation error detected: Number overflow. Attempting to store a number with magnitude larger than supported "
    "range";
constexpr char kTooSmall[] =
    "1 validation error detected: Number underflow. Attempting to store a number with magnitude smaller than supported "
    "range";

struct Spelling {
  const char* sent;
  const char* stored;
};

constexpr Spelling kSpellings[] = {
    {"1", "1"},
    {"-7", "-7"},
    {"+5", "5"},
    {"1.0", "1"},
    {"1.10", "1.1"},
    {"0042.1200", "42.12"},
    {"-0", "0"},
    {"0.0", "0"},
    {".5", "0.5"},
    {"5.", "5"},
    {"1E+2", "100"},
    {"1.5e3", "1500"},
    {"12345678901234567890123456789012345678", "12345678901234567890123456789012345678"},
    {"-0.12345678901234567890123456789012345678", "-0.12345678901234567890123456789012345678"},
    {"1234567890123456789012345678901234567.8", "1234567890123456789012345678901234567.8"},
    {"9007199254740993", "9007199254740993"},
    // 40 digits, of which one is significant.
    {"1000000000000000000000000000000000000000", "1000000000000000000000000000000000000000"},
};

struct Refusal {
  const char* sent;
  const char* message;
};

constexpr Refusal kRefusals[] = {
    {"123456789012345678901234567890123456789", kTooManyDigits},
    {"1.23456789012345678901234567890123456789", kTooManyDigits},
    {"1E126", kTooLarge},
    {"-1E126", kTooLarge},
    {"1E-131", kTooSmall},
    {"abc", "1 validation error detected: The parameter cannot be converted to a numeric value: abc"},
    {"1.2.3", "1 validation error detected: The parameter cannot be converted to a numeric value: 1.2.3"},
    {"0x10", "1 validation error detected: The parameter cannot be converted to a numeric value: 0x10"},
    {"NaN", "1 validation error detected: The parameter cannot be converted to a numeric value: NaN"},
};

struct Sum {
  const char* update;
  const char* before;
  const char* operand;
  const char* after;
};

constexpr Sum kSums[] = {
    {"SET n = n + :v", "0.1", "0.2", "0.3"},
    {"SET n = n - :v", "0.3", "0.1", "0.2"},
    {"ADD n :v", "0.1", "0.2", "0.3"},
    {"ADD n :v", "9007199254740992", "1", "9007199254740993"},
    {"SET n = n + :v", "12345678901234567890123456789012345677", "1", "12345678901234567890123456789012345678"},
    {"SET n = n - :v", "10000000000000000000000000000000000000", "0.1", "9999999999999999999999999999999999999.9"},
    {"SET n = n - :v", "5", "5.0", "0"},
};

std::string Number(const char* text) { return std::string(R"({"N":")") + text + "\"}"; }
std::string Attribute(const char* text) { return R"("n":)" + Number(text); }

CaseStep Put(const char* number, Expected expected) {
  return {std::string("a put of the number ") + number, "PutItem",
          R"("TableName":"$table","Item":{$key(number),)" + Attribute(number) + "}", std::move(expected)};
}

CaseStep Add(const Sum& sum, Expected expected) {
  return {std::string(sum.update) + " of " + sum.before + " with " + sum.operand, "UpdateItem",
          std::string(R"($at(number),"UpdateExpression":")") + sum.update + R"(","ExpressionAttributeValues":{":v":)" +
              Number(sum.operand) + "}",
          std::move(expected)};
}

void StoreNumbers(CaseRun& run) {
  for (const Spelling& spelling : kSpellings) {
    RunSteps(run, run.Table(CasesTable()),
             {Put(spelling.sent, SuccessWith("{}")), Stored("number", Attribute(spelling.stored))});
  }
  RunSteps(run, run.Table(CasesTable()),
           {{"to begin with, there is nothing", "DeleteItem", "$at(number)", SuccessWith("{}")}});
  for (const Refusal& refusal : kRefusals) {
    RunSteps(run, run.Table(CasesTable()), {Put(refusal.sent, Invalid(refusal.message)), NotStored("number")});
  }
}

void CalculateSums(CaseRun& run) {
  for (const Sum& sum : kSums) {
    RunSteps(
        run, run.Table(CasesTable()),
        {Given("number", Attribute(sum.before)), Add(sum, SuccessWith("{}")), Stored("number", Attribute(sum.after))});
  }
  // A sum with more than 38 significant digits is refused instead of rounded.
  const Sum lossy = {"ADD n :v", "100000000000000000000000000000000000000000000000000", "1", ""};
  RunSteps(
      run, run.Table(CasesTable()),
      {Given("number", Attribute(lossy.before)), Add(lossy, Invalid()), Stored("number", Attribute(lossy.before))});
}

}  // namespace

CaseDescription NumberPrecision() {
  return {"number-precision", "Numbers keep 38 digits exactly, and what does not fit is refused.",
          InOrder({StoreNumbers, CalculateSums})};
}

}  // namespace holdfast::conformance
