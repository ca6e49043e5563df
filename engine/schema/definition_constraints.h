// The member constraints of CreateTable and UpdateTable: what the service model itself asks of the request, before any
// rule that relates one member to another.
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_CreateTable.html
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/base/result.h"
#include "engine/errors/constraints.h"
#include "engine/schema/table_definition.h"
#include "engine/schema/table_update.h"

namespace holdfast {

// Everything found is reported together, except that a fault of the TableName is reported alone.
Status CheckDefinitionConstraints(const TableDefinition& definition);
// Members that Holdfast has no tables for are refused.
Status CheckSupported(const CloudOnlyMembers& members);
// As CheckDefinitionConstraints; the TableName is the caller's to check.
Status CheckUpdateConstraints(const TableUpdate& update);

// 3 to 255 characters of [a-zA-Z0-9_.-], for a table or an index.
void CheckResourceName(std::string_view name, std::string_view path, errors::Constraints* constraints);

}  // namespace holdfast
