// x-amz-crc32: the CRC-32 (zlib's polynomial) of an answer's body as sent, compressed if it is. Some SDKs
// check it.
#pragma once

#include <cstdint>
#include <string_view>

namespace holdfast::server {

// 0 for an empty body.
uint32_t ResponseChecksum(std::string_view body);

}  // namespace holdfast::server
