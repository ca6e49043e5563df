#include "engine/operations/batches/batch_request.h"

#include "engine/schema/definition_constraints.h"
#include "engine/tables/arn.h"

namespace holdfast {

bool IsBatchTableName(std::string_view table_name) { return IsArn(table_name) || IsResourceName(table_name); }

}  // namespace holdfast
