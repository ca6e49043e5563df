// Decodes base64 as strictly as DynamoDB does: the text must use the standard alphabet, be padded, contain nothing
// between the characters, and have zeros in the unused bits of the last character. (engine/values/base64.h encodes.)
#pragma once

#include <string>
#include <string_view>

#include "server/json/wire_error.h"

namespace holdfast::server {

// Replaces `*bytes` by the bytes that `text` encodes.
Decoded<void> DecodeBase64(std::string_view text, std::string* bytes);

}  // namespace holdfast::server
