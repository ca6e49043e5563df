// The correct response to one request.
#pragma once

#include <string>
#include <string_view>

#include "conformance/client/response.h"

namespace holdfast::conformance {

// The message of the ValidationException for a key that has other attributes or types than the table's key.
inline constexpr char kKeyDoesNotMatchSchema[] = "The provided key element does not match the schema";

struct Expected {
  // The error's name. Empty if the request succeeds.
  std::string error = {};
  // The error's whole message. Empty if any message is correct: the wording may differ between AWS's regions or be
  // unknown.
  std::string message = {};
  // The response's body as JSON text; for an error, the members other than its type and message. Empty if any body is
  // correct.
  std::string body = {};
};

// Success with any body.
Expected Success();
Expected SuccessWith(std::string body);
Expected Error(std::string error, std::string message = "", std::string body = "");
// ValidationException.
Expected Invalid(std::string message = "");
// ConditionalCheckFailedException without an item.
Expected ConditionFails();
// ResourceNotFoundException that does not name the table, as for requests about items.
Expected NotFound();

// How the response differs, as "expected …, got …"; empty if it does not.
std::string Difference(const Expected& expected, const Response& response);

// True if only texts differ: the error's message, or those of cancellation reasons and of the errors of single
// statements. The names of the errors and all other members match.
bool DiffersOnlyInWording(const Expected& expected, const Response& response);

// `text` with each character that is repeated often in a row written as "xxxxxxxx…(410000 times)".
std::string WithoutLongRuns(std::string_view text);
// About `bytes_max` bytes of `text` around the index `at`, with … for each omitted part.
std::string Excerpt(const std::string& text, size_t at, size_t bytes_max);

}  // namespace holdfast::conformance
