// x-amz-crc32: the CRC-32 (zlib's polynomial) of the response body as sent, after compression. Some SDKs check it.
#pragma once

#include <cstdint>
#include <string_view>

namespace holdfast::server {

// 0 for an empty body.
uint32_t ResponseChecksum(std::string_view body);

}  // namespace holdfast::server
