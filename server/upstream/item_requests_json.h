// Writes the bodies of requests that the race lab has created or changed: no client has sent a body that could be
// forwarded.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/race/steps/operation.h"

namespace holdfast::server {

// The body of a Scan that reads one page consistently.
std::string ScanBody(std::string_view table_name, const std::optional<AttributeMap>& exclusive_start_key);
// The body of a BatchGetItem or BatchWriteItem, whose values must be valid (AttributeMap::problem).
std::string BatchBody(const race::Request& batch);

}  // namespace holdfast::server
