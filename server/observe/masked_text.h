// Masks the values in statements and expressions for the log. A logged text may be malformed, for which the engine's
// lexer (engine/partiql/lexer.h) returns no tokens, so these functions scan it themselves.
#pragma once

#include <string>
#include <string_view>

namespace holdfast::server {

// Returns a PartiQL statement, well-formed or not, with `?` for each literal, and for each unquoted word or quoted name
// where the grammar allows only literals. The names of a map's attributes stay. Comments are left out.
std::string MaskStatement(std::string_view statement);
// Returns an expression, such as a ConditionExpression, with `?` for text in quotes and for numbers that are not
// indexes of lists. DynamoDB's expressions have no literals, but a client may send such values by mistake.
std::string MaskExpression(std::string_view expression);

// The table (`Bookings` in `FROM "Bookings"."ByDay"`) and the index that a statement names; empty if it names none. The
// views point into the statement.
struct StatementTarget {
  std::string_view table;
  std::string_view index;
};
StatementTarget TargetOfStatement(std::string_view statement);

}  // namespace holdfast::server
