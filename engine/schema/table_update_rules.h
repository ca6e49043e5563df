// The rules of UpdateTable that need no table: which changes go together, and what each must look like. They
// come before the table is looked for.
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_UpdateTable.html
#pragma once

#include "engine/base/result.h"
#include "engine/schema/table_schema.h"
#include "engine/schema/table_update.h"

namespace holdfast {

// `update` must have passed CheckUpdateConstraints.
Status CheckTableUpdate(const TableUpdate& update);

}  // namespace holdfast
