// The operations that create, delete or change tables. After them, older states and cached descriptions of the tables
// are out of date.
#pragma once

#include <string_view>

namespace holdfast::server {

// Whether the operation is one that creates, restores, updates or deletes a table.
bool ChangesTables(std::string_view operation);

}  // namespace holdfast::server
