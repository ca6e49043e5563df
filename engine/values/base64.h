// Base64 encoding of binary values, for DynamoDB's JSON, some of its error messages, and its opaque tokens.
#pragma once

#include <string>
#include <string_view>

namespace holdfast {

std::string EncodeBase64(std::string_view bytes);
void AppendBase64(std::string_view bytes, std::string* out);

}  // namespace holdfast
