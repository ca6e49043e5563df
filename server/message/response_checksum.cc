#include "server/message/response_checksum.h"

#include <libdeflate.h>

namespace holdfast::server {

uint32_t ResponseChecksum(std::string_view body) { return libdeflate_crc32(0, body.data(), body.size()); }

}  // namespace holdfast::server
