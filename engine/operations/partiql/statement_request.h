// The rules for statements and parameters that ExecuteStatement, BatchExecuteStatement and ExecuteTransaction share.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "engine/base/work_budget.h"
#include "engine/errors/constraints.h"
#include "engine/partiql/statement.h"
#include "engine/values/attribute_value.h"

namespace holdfast {

using StatementParameters = std::optional<std::vector<AttributeValue>>;

void ConstrainStatement(const std::optional<std::string>& statement, const StatementParameters& parameters,
                        errors::Constraints& constraints);
// Constrains the list `path` to 1 to `count_max` statements, and the members of each statement.
template <typename Statements>
void ConstrainStatements(const std::optional<Statements>& statements, std::string_view path, size_t count_max,
                         errors::Constraints& constraints) {
  constraints.NotNull(statements.has_value(), path);
  if (!statements.has_value()) return;
  const size_t count = statements->size();
  constraints.LengthAtLeast(count, 1, "[]", path);
  // [open] How the service prints the list was not captured.
  constraints.LengthAtMost(count, count_max, "[" + std::to_string(count) + " statements]", path);
  for (size_t i = 0; i < count; ++i) {
    const auto& element = (*statements)[i];
    constraints.EnterElement(path, i, {});
    ConstrainStatement(element.statement, element.parameters, constraints);
    constraints.Enum(element.return_values_on_condition_check_failure, "returnValuesOnConditionCheckFailure");
  }
}

// Checks the values of the parameters. This check precedes the parsing of the statement.
Status CheckParameters(const StatementParameters& parameters);

// Spends what compiling the statements of a list may cost, all at once, so that a list that exceeds the budget costs
// nothing. Each element must have a `statement`. False if the budget, which may be null, does not cover the cost.
template <typename Statements>
bool SpendOnCompiling(const Statements& statements, WorkBudget* budget) {
  size_t bytes = 0;
  for (const auto& element : statements) bytes += element.statement->size();
  return Spend(budget, bytes * work::kStepsPerStatementByte);
}

// The compiled statement, bound to its parameters. Both arguments must outlive the result.
Result<partiql::BoundStatement> BindStatement(const std::string& statement, const StatementParameters& parameters);

}  // namespace holdfast
