// The operations that create, delete or change tables. After them, older states and cached descriptions of the tables
// are out of date.
#pragma once

#include <string_view>

namespace holdfast::server {

// Whether the operation creates, deletes or restores a table, or changes its indexes.
bool ChangesTables(std::string_view operation);

}  // namespace holdfast::server
