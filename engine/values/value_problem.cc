#include "engine/values/value_problem.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <string_view>
#include <vector>

#include "engine/values/base64.h"
#include "engine/values/value_view.h"

namespace holdfast {
namespace {

// Appends a string as it is, and bytes in base64.
void AppendMember(const ValueProblem& problem, std::string_view member, std::string* text) {
  if (problem.kind == ValueProblem::Kind::kDuplicateBinaries) {
    AppendBase64(member, text);
  } else {
    *text += member;
  }
}

std::vector<std::string_view> MembersOf(const ValueProblem& problem) {
  std::vector<std::string_view> members;
  const char* const end = problem.members.data() + problem.members.size();
  for (const char* at = problem.members.data(); at != end;) {
    const packed::Length member = packed::ReadVarint(at);
    members.emplace_back(member.begin, member.bytes);
    at = member.begin + member.bytes;
  }
  return members;
}

// The older layer lists the members as they were sent: `[b, a, b]`.
std::string FormatInRequestOrder(const ValueProblem& problem) {
  std::string text = "[";
  for (const std::string_view member : MembersOf(problem)) {
    if (text.size() > 1) text += ", ";
    AppendMember(problem, member, &text);
  }
  return text += "]";
}

// The position of the first member that repeats an earlier one.
size_t FirstRepeat(const std::vector<std::string_view>& members) {
  std::vector<uint32_t> order(members.size());
  std::iota(order.begin(), order.end(), uint32_t{0});
  std::sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
    const int compared = members[a].compare(members[b]);
    return compared != 0 ? compared < 0 : a < b;
  });
  size_t first = members.size();
  for (size_t i = 1; i < order.size(); ++i) {
    if (members[order[i - 1]] == members[order[i]]) first = std::min(first, size_t{order[i]});
  }
  return first;
}

// The current layer lists each member in quotation marks: first those before the first member that repeats an earlier
// one, sorted by their bytes, then that member and the rest as they were sent: `["a", "b", "b", "c"]` for b, a, b, c.
std::string FormatSortedUpToRepeat(const ValueProblem& problem, std::string_view separator) {
  std::vector<std::string_view> members = MembersOf(problem);
  std::sort(members.begin(), members.begin() + static_cast<std::ptrdiff_t>(FirstRepeat(members)));
  std::string text = "[";
  for (const std::string_view member : members) {
    if (text.size() > 1) text += separator;
    text += '"';
    AppendMember(problem, member, &text);
    text += '"';
  }
  return text += "]";
}

// The problem that the older layer reports for `text`, for which the current layer reports `kind`. The older layer
// parses numbers as BigDecimals, whose exponents have 32 bits.
ValueProblem::Kind OlderKind(ValueProblem::Kind kind, std::string_view text) {
  const auto number = Number::Parse(text, ExponentBits::k32);
  return number.ok() ? kind : ProblemKind(number.error());
}

constexpr char kInvalidParametersPrefix[] = "One or more parameter values were invalid: ";

}  // namespace

const ValueProblem* NestingProblem(const ValueProblem* problem) {
  if (problem == nullptr || problem->kind == ValueProblem::Kind::kTooDeep) return problem;
  return problem->other != nullptr && problem->other->kind == ValueProblem::Kind::kTooDeep ? problem->other.get()
                                                                                           : nullptr;
}

const ValueProblem* ProblemBesidesNesting(const ValueProblem* problem) {
  if (problem == nullptr || problem->kind != ValueProblem::Kind::kTooDeep) return problem;
  return problem->other.get();
}

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
  const bool out_of_range = problem.kind == Kind::kNumberOverflow || problem.kind == Kind::kNumberUnderflow;
  switch (!current && out_of_range && !problem.text.empty() ? OlderKind(problem.kind, problem.text) : problem.kind) {
    case Kind::kNoType:
      return "Supplied AttributeValue is empty, must contain exactly one of the supported datatypes";
    case Kind::kSeveralTypes:
      return "Supplied AttributeValue has more than one datatypes set, must contain exactly one of the supported "
             "datatypes";
    case Kind::kNullNotTrue:
      return std::string(kInvalidParametersPrefix) + "Null attribute value types must have the value of true";
    case Kind::kEmptyStringSet:
      return std::string(kInvalidParametersPrefix) + "An string set  may not be empty";
    case Kind::kEmptyNumberSet:
      return std::string(kInvalidParametersPrefix) + "An number set  may not be empty";
    case Kind::kEmptyBinarySet:
      return std::string(kInvalidParametersPrefix) + "Binary sets should not be empty";
    case Kind::kDuplicateStrings:
      return std::string(kInvalidParametersPrefix) + "Input collection " +
             (current ? FormatSortedUpToRepeat(problem, ", ") : FormatInRequestOrder(problem)) +
             " contains duplicates.";
    case Kind::kDuplicateNumbers:
      return current ? std::string(kInvalidParametersPrefix) + "Input collection contains duplicates."
                     : "Input collection contains duplicates";
    case Kind::kDuplicateBinaries:
      return std::string(kInvalidParametersPrefix) + "Input collection " +
             (current ? FormatSortedUpToRepeat(problem, ",") : FormatInRequestOrder(problem)) +
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
      // [open] The exact text was not captured. It is only known to name the limit.
      return std::string(kInvalidParametersPrefix) +
             "Attribute name is too large, must be less than 65536 bytes; the limit is 65535";
  }
  return {};
}

}  // namespace holdfast
