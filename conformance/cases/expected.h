// What a correct endpoint answers to one request.
#pragma once

#include <string>

#include "conformance/wire/reply.h"

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
Expected Answer(std::string body);
Expected Error(std::string error, std::string message = "", std::string body = "");
// ValidationException.
Expected Invalid(std::string message = "");
// ConditionalCheckFailedException, with no item beside it.
Expected ConditionFails();

// What is different in the reply, as "expected …, got …"; empty if nothing is.
std::string Difference(const Expected& expected, const Reply& reply);

}  // namespace holdfast::conformance
