// Writes requests that the race lab has made or changed, which are no longer what a client has sent.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/race/steps/operation.h"

namespace holdfast::server {

// The body of a consistent read of one page of a table.
std::string ScanBody(std::string_view table_name, const std::optional<AttributeMap>& exclusive_start_key);
// The body of a BatchGetItem or BatchWriteItem. Its values have no problem.
std::string BatchBody(const race::Request& batch);

}  // namespace holdfast::server
