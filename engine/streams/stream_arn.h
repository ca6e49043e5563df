// `arn:aws:dynamodb:<region>:<account>:table/<table>/stream/<label>`
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_streams_Stream.html
#pragma once

#include <string_view>

namespace holdfast {

// Whether `text` could be a stream's ARN, whosever it is.
bool IsStreamArn(std::string_view text);

}  // namespace holdfast
