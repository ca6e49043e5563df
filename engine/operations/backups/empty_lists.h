// ListExports and ListImports. Both lists are empty: there is no operation that makes an export to S3 or an import from
// it.
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_ListExports.html
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_ListImports.html
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

struct ListImportsRequest {
  std::optional<std::string> table_arn;
  std::optional<int32_t> page_size;
};

struct ListImportsResponse {};

Result<ListImportsResponse> ListImports(DatabaseState& database, const ListImportsRequest& request);

}  // namespace holdfast
