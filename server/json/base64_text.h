// Reading base64, as strictly as DynamoDB does: the standard alphabet, padded, nothing between the
// characters, and no bits set that belong to no byte. (Writing it is engine/values/base64.h.)
#pragma once

#include <string>
#include <string_view>

#include "server/json/wire_error.h"

namespace holdfast::server {

// Replaces `*bytes` by what `text` encodes.
Decoded<void> DecodeBase64(std::string_view text, std::string* bytes);

}  // namespace holdfast::server
