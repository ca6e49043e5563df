// The operations that replace or change tables, after which what is known of the tables before is out of date.
#pragma once

#include <string_view>

namespace holdfast::server {

// Whether the operation creates, deletes or restores a table, or changes its indexes.
bool ChangesTables(std::string_view operation);

}  // namespace holdfast::server
