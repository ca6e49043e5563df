// What a correct endpoint answers to one request.
#pragma once

#include <string>
#include <string_view>

#include "conformance/wire/response.h"

namespace holdfast::conformance {

struct Expected {
  // The error's name. Empty: it goes well.
  std::string error = {};
  // The error's whole message. Empty: any, because the wording differs between AWS's regions, or is not known.
  std::string message = {};
  // The answer's body as JSON text, of an error's body what is beside its type and message. Empty: any.
  std::string body = {};
};

// It goes well, whatever the answer.
Expected Success();
Expected SuccessWith(std::string body);
Expected Error(std::string error, std::string message = "", std::string body = "");
// ValidationException.
Expected Invalid(std::string message = "");
// ConditionalCheckFailedException, with no item beside it.
Expected ConditionFails();

// What is different in the reply, as "expected …, got …"; empty if nothing is.
std::string Difference(const Expected& expected, const Response& response);

// The error is the expected one, by name and by all it says beside its text.
bool DiffersOnlyInWording(const Expected& expected, const Response& response);

// `text` with each character that is repeated often in a row written as "xxxxxxxx…(410000 times)".
std::string WithoutLongRuns(std::string_view text);
// At most about `most` bytes of `text` around `at`, with … where something is left out.
std::string Excerpt(const std::string& text, size_t at, size_t most);

}  // namespace holdfast::conformance
