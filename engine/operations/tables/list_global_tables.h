// ListGlobalTables: the global tables of version 2017.11.29. There are none: the service no longer creates any.
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_ListGlobalTables.html
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "engine/base/result.h"

namespace holdfast {
struct DatabaseState;

struct ListGlobalTablesRequest {
  std::optional<std::string> exclusive_start_global_table_name;
  std::optional<int32_t> limit;
};

struct ListGlobalTablesResponse {};

Result<ListGlobalTablesResponse> ListGlobalTables(DatabaseState& database, const ListGlobalTablesRequest& request);

}  // namespace holdfast
