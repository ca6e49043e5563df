// DescribeGlobalTable: a global table of version 2017.11.29. There are none, so it never succeeds.
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_DescribeGlobalTable.html
#pragma once

#include <optional>
#include <string>

#include "engine/base/result.h"

namespace holdfast {
struct DatabaseState;

struct DescribeGlobalTableRequest {
  std::optional<std::string> global_table_name;
};

struct DescribeGlobalTableResponse {};

Result<DescribeGlobalTableResponse> DescribeGlobalTable(DatabaseState& database,
                                                        const DescribeGlobalTableRequest& request);

}  // namespace holdfast
