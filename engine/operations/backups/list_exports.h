// ListExports: the exports of tables to S3. There are none: the operation that would make one is not there.
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_ListExports.html
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "engine/base/result.h"

namespace holdfast {
struct DatabaseState;

struct ListExportsRequest {
  std::optional<std::string> table_arn;
  std::optional<int32_t> max_results;
};

struct ListExportsResponse {};

Result<ListExportsResponse> ListExports(DatabaseState& database, const ListExportsRequest& request);

}  // namespace holdfast
