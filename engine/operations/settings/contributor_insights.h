// The checks that the operations on CloudWatch Contributor Insights share: which tables and indexes can have insights.
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/contributorinsights.html
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "engine/base/result.h"
#include "engine/database/database_state.h"
#include "engine/tables/table.h"

namespace holdfast {

// Checks the length of `index_name`, if it is given, before the table is looked up.
Status CheckInsightsIndexName(const std::optional<std::string>& index_name);
// Finds a table by the name that ResolveControlPlaneTableName has returned. Errors: there is no such table;
// `index_name` is given, and the table has no such global index.
Result<std::shared_ptr<Table>> FindTableForInsights(const DatabaseState& database, std::string_view table_name,
                                                    const std::optional<std::string>& index_name);

}  // namespace holdfast
