// The rules for statements and parameters that ExecuteStatement, BatchExecuteStatement and ExecuteTransaction share.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/errors/constraints.h"
#include "engine/partiql/statement.h"
#include "engine/values/attribute_value.h"

namespace holdfast {

using StatementParameters = std::optional<std::vector<AttributeValue>>;

void ConstrainStatement(const std::optional<std::string>& statement, const StatementParameters& parameters,
                        errors::Constraints& constraints);

// The values of the parameters by themselves: checked before the statement is even parsed.
Status CheckParameters(const StatementParameters& parameters);

// The statement with its parameters, both of which must outlive it.
Result<partiql::BoundStatement> BindStatement(const std::string& statement, const StatementParameters& parameters);

}  // namespace holdfast
