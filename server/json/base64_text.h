// Decodes base64 as strictly as DynamoDB does: the text must use the standard alphabet, be padded, contain no other
// characters (such as line breaks), and have zeros in the unused bits of the last character before the padding.
// (engine/values/base64.h encodes.)
#pragma once

#include <string>
#include <string_view>

#include "server/json/wire_error.h"

namespace holdfast::server {

// Replaces `*bytes` by the bytes that `text` encodes.
Decoded<void> DecodeBase64(std::string_view text, std::string* bytes);

}  // namespace holdfast::server
