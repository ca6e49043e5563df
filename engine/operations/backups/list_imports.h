// ListImports: the imports of tables from S3. There are none: the operation that would make one is not there.
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_ListImports.html
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "engine/base/result.h"

namespace holdfast {
struct DatabaseState;

struct ListImportsRequest {
  std::optional<std::string> table_arn;
  std::optional<int32_t> page_size;
};

struct ListImportsResponse {};

Result<ListImportsResponse> ListImports(DatabaseState& database, const ListImportsRequest& request);

}  // namespace holdfast
