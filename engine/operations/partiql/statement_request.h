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

// Checks the values of the parameters. This check precedes the parsing of the statement.
Status CheckParameters(const StatementParameters& parameters);

// The compiled statement, bound to its parameters. Both arguments must outlive the result.
Result<partiql::BoundStatement> BindStatement(const std::string& statement, const StatementParameters& parameters);

}  // namespace holdfast
