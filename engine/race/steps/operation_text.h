// Responses, errors and items as text, for histories and witnesses.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "engine/base/result.h"
#include "engine/race/steps/operation.h"
#include "engine/values/value_view.h"

namespace holdfast::race {

// `7`, `"room7"`, `{a: 1, b: [true, null]}`. Bytes of binaries are written in hexadecimal.
std::string DescribeValue(ValueView value);
// `{availableQty: 1, pk: "room7"}`.
std::string DescribeItem(AttributeMapView item);
// The value of a key attribute: like DescribeValue, but strings have no quotation marks.
std::string DescribeKeyValue(ValueView value);
// The text if it has at most `bytes_max` bytes. Otherwise as many of its first characters as fit into `bytes_max` bytes
// together with the `…` that follows them.
std::string Shortened(std::string text, size_t bytes_max);
// As Shortened, but a shortened text is followed by the number of bytes of the whole: `… (1048576 bytes)`.
std::string Excerpt(std::string_view text, size_t bytes_max);

// The response in one line. It omits consumed capacity and metrics, and counts unprocessed members instead of listing
// them. Responses with equal texts differ at most in capacity, metrics, and which members are unprocessed.
std::string DescribeResponse(const Response& response);
// DescribeResponse, or the error's name and message, with the item that the error returns if there is one.
std::string DescribeOutcome(const Result<Response>& outcome);
// DynamoDB's name of the error: `ConditionalCheckFailedException`. Clients do not see kWorkBudgetExhausted.
std::string_view ExceptionName(ErrorKind kind);
// The codes of the error's cancellation reasons, `[ConditionalCheckFailed, None]`; empty if it has none.
std::string CancellationCodes(const Error& error);

}  // namespace holdfast::race
