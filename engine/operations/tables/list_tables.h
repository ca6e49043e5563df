// ListTables: the names of the account's tables in the region, ascending by bytes, a page at a time.
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_ListTables.html
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/result.h"

namespace holdfast {
struct DatabaseState;

struct ListTablesRequest {
  std::optional<std::string> exclusive_start_table_name;
  std::optional<int32_t> limit;
};

struct ListTablesResponse {
  std::vector<std::string> table_names;
  // The last name, if more tables remain.
  std::optional<std::string> last_evaluated_table_name;
};

Result<ListTablesResponse> ListTables(DatabaseState& database, const ListTablesRequest& request);

}  // namespace holdfast
