// DescribeTable: a table's schema, status, settings and size.
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_DescribeTable.html
#pragma once

#include <optional>
#include <string>

#include "engine/base/result.h"
#include "engine/tables/table_description.h"

namespace holdfast {
struct DatabaseState;

struct DescribeTableRequest {
  std::optional<std::string> table_name;
};

struct DescribeTableResponse {
  TableDescription table;
};

Result<DescribeTableResponse> DescribeTable(DatabaseState& database, const DescribeTableRequest& request);

}  // namespace holdfast
