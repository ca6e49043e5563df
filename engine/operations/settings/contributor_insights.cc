#include "engine/operations/settings/contributor_insights.h"

#include "engine/base/limits.h"
#include "engine/errors/tables/backup_errors.h"
#include "engine/operations/request_rules/member_rules.h"

namespace holdfast {

Status CheckInsightsIndexName(const std::optional<std::string>& index_name) {
  if (!index_name) return {};
  if (index_name->size() < limits::kTableNameLengthMin || index_name->size() > limits::kTableNameLengthMax) {
    return errors::IndexNameLengthInvalid();
  }
  return {};
}

Result<std::shared_ptr<Table>> FindTableForInsights(const DatabaseState& database, std::string_view table_name,
                                                    const std::optional<std::string>& index_name) {
  HOLDFAST_ASSIGN_OR_RETURN(std::shared_ptr<Table> table, FindTableByName(database, table_name));
  if (index_name && table->FindGlobalIndex(*index_name) == nullptr) {
    return errors::NoSuchIndexOfTable(*index_name, table_name);
  }
  return table;
}

}  // namespace holdfast
