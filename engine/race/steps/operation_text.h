// Requests, responses and items as text, for histories and witnesses.
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
// Of a key attribute: as DescribeValue, without quotation marks.
std::string DescribeKeyValue(ValueView value);
// At most `bytes_max` bytes of the text, cut between characters, with `…` at the end if something is missing.
std::string Shortened(std::string text, size_t bytes_max);

// The response in a line, without consumed capacity and metrics: equal texts mean equal responses but for these.
std::string DescribeResponse(const Response& response);
// The same or, of an error, DynamoDB's name and its text.
std::string DescribeOutcome(const Result<Response>& outcome);
// `ConditionalCheckFailedException`.
std::string_view ExceptionName(ErrorKind kind);
// `[ConditionalCheckFailed, None]`, of an error that has cancellation reasons; otherwise empty.
std::string CancellationCodes(const Error& error);

}  // namespace holdfast::race
