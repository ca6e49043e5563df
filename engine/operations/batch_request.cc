#include "engine/operations/batch_request.h"

#include "engine/base/limits.h"

namespace holdfast {

bool IsBatchTableName(std::string_view table_name) {
  if (table_name.starts_with("arn:")) return true;
  return table_name.size() >= limits::kTableNameLengthMin && table_name.size() <= limits::kTableNameLengthMax &&
         errors::MatchesNamePattern(table_name);
}

void FailBatchTableName(std::string_view shown, errors::Constraints& constraints) {
  constraints.Fail("'" + std::string(shown) + "'", "requestItems",
                   "Map keys must satisfy constraint: [Member must have length less than or equal to 255, Member must "
                   "have length greater than or equal to 3, Member must satisfy regular expression pattern: "
                   "[a-zA-Z0-9_.-]+]");
}

}  // namespace holdfast
