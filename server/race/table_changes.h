// The operations after which stored older states (older_states.h) and the mirror of the upstream's tables
// (table_mirror.h) are out of date.
#pragma once

#include <string_view>

namespace holdfast::server {

// Whether the operation creates, restores, updates or deletes a table.
bool ChangesTables(std::string_view operation);

}  // namespace holdfast::server
