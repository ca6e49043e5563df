// What the three operations on CloudWatch Contributor Insights share: which tables and indexes can have them.
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/contributorinsights.html
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "engine/base/result.h"
#include "engine/database/database_state.h"
#include "engine/tables/table.h"

namespace holdfast {

// Before the table is looked for.
Status CheckInsightsIndexName(const std::optional<std::string>& index_name);
// The table named so (bare), if it has a global index of that name or none was asked for.
Result<std::shared_ptr<Table>> FindTableWithInsights(const DatabaseState& database, std::string_view table_name,
                                                     const std::optional<std::string>& index_name);

}  // namespace holdfast
