#include "engine/values/value_problem.h"

#include <algorithm>

#include "engine/values/base64.h"

namespace holdfast {
namespace {

// A string as it is, bytes in base64.
std::string Shown(const ValueProblem& problem, const std::string& member) {
  return problem.kind == ValueProblem::Kind::kDuplicateBinaries ? EncodeBase64(member) : member;
}

// The older layer lists the members as they were sent: `[b, a, b]`.
std::string AsSent(const ValueProblem& problem) {
  std::string text = "[";
  for (const std::string& member : problem.members) {
    if (text.size() > 1) text += ", ";
    text += Shown(problem, member);
  }
  return text += "]";
}

// The current layer lists the members up to the first repeated one in byte order, then the repeated one, then the
// rest as sent, each quoted.
std::string UpToRepeat(const ValueProblem& problem, std::string_view separator) {
  std::vector<std::string> listed = problem.members;
  auto repeated = listed.begin();
  while (repeated != listed.end() && std::find(listed.begin(), repeated, *repeated) == repeated) ++repeated;
  std::sort(listed.begin(), repeated);
  std::string text = "[";
  for (const std::string& member : listed) {
    if (text.size() > 1) text += separator;
    text += '"';
    text += Shown(problem, member);
    text += '"';
  }
  return text += "]";
}

constexpr char kInvalid[] = "One or more parameter values were invalid: ";

}  // namespace

ValueProblem::Kind ProblemKind(NumberProblem problem) {
  switch (problem) {
    case NumberProblem::kMalformed:
      return ValueProblem::Kind::kNumberMalformed;
    case NumberProblem::kOverflow:
      return ValueProblem::Kind::kNumberOverflow;
    case NumberProblem::kUnderflow:
      return ValueProblem::Kind::kNumberUnderflow;
    case NumberProblem::kTooManyDigits:
      return ValueProblem::Kind::kNumberTooManyDigits;
  }
  return ValueProblem::Kind::kNumberMalformed;
}

std::string Describe(const ValueProblem& problem, Wording wording) {
  using Kind = ValueProblem::Kind;
  const bool current = wording == Wording::kCurrent;
  switch (problem.kind) {
    case Kind::kNoType:
      return "Supplied AttributeValue is empty, must contain exactly one of the supported datatypes";
    case Kind::kSeveralTypes:
      return "Supplied AttributeValue has more than one datatypes set, must contain exactly one of the supported "
             "datatypes";
    case Kind::kNullNotTrue:
      return std::string(kInvalid) + "Null attribute value types must have the value of true";
    case Kind::kEmptyStringSet:
      return std::string(kInvalid) + "An string set  may not be empty";
    case Kind::kEmptyNumberSet:
      return std::string(kInvalid) + "An number set  may not be empty";
    case Kind::kEmptyBinarySet:
      return std::string(kInvalid) + "Binary sets should not be empty";
    case Kind::kDuplicateStrings:
      return std::string(kInvalid) + "Input collection " + (current ? UpToRepeat(problem, ", ") : AsSent(problem)) +
             " contains duplicates.";
    case Kind::kDuplicateNumbers:
      return current ? std::string(kInvalid) + "Input collection contains duplicates."
                     : "Input collection contains duplicates";
    case Kind::kDuplicateBinaries:
      return std::string(kInvalid) + "Input collection " + (current ? UpToRepeat(problem, ",") : AsSent(problem)) +
             "of type BS contains duplicates.";
    case Kind::kNumberMalformed:
      if (problem.text.empty() && !current) return "The parameter cannot be converted to a numeric value";
      return "The parameter cannot be converted to a numeric value: " + problem.text;
    case Kind::kNumberTooManyDigits:
      return "Attempting to store more than 38 significant digits in a Number";
    case Kind::kNumberOverflow:
      return "Number overflow. Attempting to store a number with magnitude larger than supported range";
    case Kind::kNumberUnderflow:
      return "Number underflow. Attempting to store a number with magnitude smaller than supported range";
    case Kind::kTooDeep:
      return "Nesting Levels have exceeded supported limits: Attributes in the item have nested levels beyond "
             "supported limit";
    case Kind::kEmptyAttributeName:
      return "Empty attribute name";
    case Kind::kAttributeNameTooLong:
      // [open] The exact text was never captured; it names the limit.
      return std::string(kInvalid) + "Attribute name is too large, must be less than 65536 bytes; the limit is 65535";
  }
  return {};
}

}  // namespace holdfast
