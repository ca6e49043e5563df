// What can be wrong with an AttributeValue that was well-formed JSON: found while it is packed, reported when the
// operation validates (DynamoDB reports other errors first), in the words of the operation's layer.
#pragma once

#include <memory>
#include <string>

#include "engine/values/number.h"

namespace holdfast {

// AWS words some messages differently in the two validation layers it ran in 2026; which operation uses which is one
// column of the table in engine/operations/request_rules/validation_layer.h.
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
  // A number's problem: its text. kAttributeNameTooLong: the name.
  std::string text = {};
  // kDuplicateStrings, kDuplicateBinaries: the members in request order, as a packed set has them (length as a varint,
  // bytes). One block however many they are.
  std::string members = {};
  // kTooDeep: how many levels the value has.
  int levels = 0;
  // Where a value is nested too deeply and has a problem of another kind, too: the first of the kind found later.
  // Operations differ in which of the two they report.
  std::shared_ptr<const ValueProblem> other = nullptr;
};

// Of what is wrong with a value (null: nothing): the nesting, and the first problem that is not the nesting. Null if
// there is no such problem.
const ValueProblem* NestingProblem(const ValueProblem* problem);
const ValueProblem* ProblemBesidesNesting(const ValueProblem* problem);

ValueProblem::Kind ProblemKind(NumberProblem problem);

// DynamoDB's message, without any prefix that the operation or the expression adds. It lists all members of a set with
// duplicates: n log n in their bytes, so make it once.
std::string Describe(const ValueProblem& problem, Wording wording);

}  // namespace holdfast
