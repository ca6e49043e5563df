// The member constraints of CreateTable, UpdateTable and the restores of tables, which DynamoDB's service model states.
// They are checked before the rules that relate one member to another.
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_CreateTable.html
#pragma once

#include <string_view>

#include "engine/base/result.h"
#include "engine/errors/constraints.h"
#include "engine/schema/table_definition.h"
#include "engine/schema/table_overrides.h"
#include "engine/schema/table_update.h"

namespace holdfast {

// Checks a CreateTable. Reports all violations together, except that an invalid TableName is reported alone.
Status CheckDefinitionConstraints(const TableDefinition& definition);
// Refuses members for features that Holdfast does not have.
Status CheckSupported(const CloudOnlyMembers& members);
// Checks an UpdateTable, except for its TableName, which the caller checks. Reports all violations together.
Status CheckUpdateConstraints(const TableUpdate& update);

// The constraints on the overrides of a restored table.
void CheckOverrideConstraints(const TableOverrides& overrides, errors::Constraints* constraints);

// The name of a table or an index: 3 to 255 characters of [a-zA-Z0-9_.-].
bool IsResourceName(std::string_view name);
void CheckResourceName(std::string_view name, std::string_view path, errors::Constraints* constraints);

}  // namespace holdfast
