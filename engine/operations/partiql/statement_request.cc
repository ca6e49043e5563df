#include "engine/operations/partiql/statement_request.h"

#include "engine/base/limits.h"
#include "engine/base/utf16_length.h"
#include "engine/errors/partiql_errors.h"
#include "engine/operations/request_rules/validation_layer.h"

namespace holdfast {
namespace {

constexpr ValidationLayer kLayer = validation_layers::kStatements;

}  // namespace

void ConstrainStatement(const std::optional<std::string>& statement, const StatementParameters& parameters,
                        errors::Constraints& constraints) {
  constraints.NotNull(statement.has_value(), "statement");
  if (statement.has_value()) {
    // A text has no more characters than bytes, so the characters of a short text need not be counted.
    const size_t bytes = statement->size();
    const size_t length = bytes <= limits::kStatementLengthMax ? bytes : Utf16Length(*statement);
    constraints.LengthAtLeast(length, 1, *statement, "statement");
    constraints.LengthAtMost(length, limits::kStatementLengthMax, *statement, "statement");
  }
  if (parameters.has_value()) constraints.LengthAtLeast(parameters->size(), 1, "[]", "parameters");
}

Status CheckParameters(const StatementParameters& parameters) {
  if (!parameters.has_value()) return {};
  for (const AttributeValue& parameter : *parameters) {
    HOLDFAST_RETURN_IF_ERROR(CheckValue(kLayer, parameter.problem()));
  }
  return {};
}

Result<partiql::BoundStatement> BindStatement(const std::string& statement, const StatementParameters& parameters) {
  static const std::vector<AttributeValue> kNone;
  HOLDFAST_ASSIGN_OR_RETURN(partiql::StatementRef compiled, partiql::CompileStatement(statement));
  return partiql::BoundStatement::Bind(std::move(compiled), parameters.has_value() ? *parameters : kNone);
}

}  // namespace holdfast
