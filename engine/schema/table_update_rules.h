// The rules of UpdateTable that do not depend on the table: which changes may be combined, and what each must contain.
// They are checked before the table is looked up.
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_UpdateTable.html
#pragma once

#include "engine/base/result.h"
#include "engine/schema/table_schema.h"
#include "engine/schema/table_update.h"

namespace holdfast {

// `update` must have passed CheckUpdateConstraints.
Status CheckTableUpdate(const TableUpdate& update);

}  // namespace holdfast
