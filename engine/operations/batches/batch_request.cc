#include "engine/operations/batches/batch_request.h"

#include "engine/base/limits.h"
#include "engine/errors/constraints.h"
#include "engine/tables/arn.h"

namespace holdfast {

bool IsBatchTableName(std::string_view table_name) {
  if (IsArn(table_name)) return true;
  return table_name.size() >= limits::kTableNameLengthMin && table_name.size() <= limits::kTableNameLengthMax &&
         errors::MatchesNamePattern(table_name);
}

}  // namespace holdfast
