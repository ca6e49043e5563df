// The rules of DynamoDB that a value or an attribute name can break although its JSON or statement is well formed. A
// problem is found while the value is packed, and reported when the operation validates (DynamoDB reports other errors
// first), in the wording of the validation layer that the operation uses.
#pragma once

#include <memory>
#include <string>

#include "engine/values/number.h"

namespace holdfast {

// AWS ran two validation layers in 2026, which word some messages differently. The constants in
// engine/operations/request_rules/validation_layer.h say which operation uses which layer.
enum class Wording { kOlder, kCurrent };

struct ValueProblem {
  enum class Kind {
    kNoType,
    kSeveralTypes,
    kNullNotTrue,
    kEmptyStringSet,
    kEmptyNumberSet,
    kEmptyBinarySet,
    kDuplicateStrings,
    kDuplicateNumbers,
    kDuplicateBinaries,
    kNumberMalformed,
    kNumberTooManyDigits,
    kNumberOverflow,
    kNumberUnderflow,
    kTooDeep,
    kEmptyAttributeName,
    kAttributeNameTooLong,
  };

  Kind kind;
  // For a number that is malformed or out of range, its text; empty if an update computed the number.
  std::string text = {};
  // For kDuplicateStrings and kDuplicateBinaries, the members in request order, in the format of a packed set (length
  // as a varint, bytes): one block of memory for any number of members.
  std::string members = {};
  // For kTooDeep, the number of levels of the value.
  int levels = 0;
  // If a value is nested too deeply and also has another problem: the one of these two that was found later. Operations
  // differ in which of the two they report.
  std::shared_ptr<const ValueProblem> other = nullptr;
};

// Each takes the problem of an AttributeValue or AttributeMap, which may be null, and selects a part of it: the nesting
// problem, or the first problem other than nesting. Null if there is no such problem.
const ValueProblem* NestingProblem(const ValueProblem* problem);
const ValueProblem* ProblemBesidesNesting(const ValueProblem* problem);

ValueProblem::Kind ProblemKind(NumberProblem problem);

// DynamoDB's message, without any prefix that the operation or the expression adds. For a set of strings or binaries
// with duplicates it lists all members; the current wording sorts those before the first repetition. Takes n log n
// comparisons of members.
std::string Describe(const ValueProblem& problem, Wording wording);

}  // namespace holdfast
