// `arn:aws:dynamodb:<region>:<account>:table/<table>/stream/<label>`; a partition such as aws-cn may take the place of
// aws. https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_streams_Stream.html
#pragma once

#include <string_view>

namespace holdfast {

// Whether `text` has the form of a stream's ARN, of any account and region.
bool IsStreamArn(std::string_view text);

}  // namespace holdfast
