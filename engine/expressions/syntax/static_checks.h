// The checks of a parsed expression that need no item: of functions, reserved words, sections, paths and operands. The
// callers (resolved_expression.cc, compile_condition.cc, update_expression.cc, projection_expression.cc) make them in
// DynamoDB's order.
//
// Errors: ValidationException `Invalid <Kind>Expression: …`. Of several faults of one kind, the first in text order.
#pragma once

#include <cstdint>
#include <string_view>

#include "absl/types/span.h"
#include "engine/base/result.h"
#include "engine/expressions/syntax/bound_expression.h"
#include "engine/expressions/syntax/parser.h"
#include "engine/expressions/syntax/path_order.h"
#include "engine/values/document_path.h"

namespace holdfast {

// Checks that all functions exist, and then that each is used only where it is allowed.
Status CheckFunctions(const ParsedExpression& parsed);
// Checks that no path uses a reserved word without a placeholder.
Status CheckReservedWords(const ParsedExpression& parsed);
// Checks that no section of an update occurs twice.
Status CheckSectionsOnce(const ParsedExpression& parsed);

// Checks that no two of an update's targets or of a projection's paths overlap, and then that no two conflict (see
// PathRelation). `order`: OrderPaths(paths).
Status CheckPathsUnrelated(const ParsedExpression& parsed, absl::Span<const DocumentPath> paths,
                           const PathOrder& order);

// Checks the operands of an operator or function: their number; for comparisons, begins_with, contains and
// attribute_type that they are not the same path; their types, as far as these do not depend on an item; the bounds of
// BETWEEN; the type name of attribute_type. Leaves pass. `bound` was made from `parsed`, and its leaves before `node`
// are bound.
Status CheckOperands(const ParsedExpression& parsed, const BoundExpression& bound, uint32_t node);

// `SET`, `REMOVE`, `ADD` or `DELETE`.
std::string_view SectionName(UpdateActionKind kind);

}  // namespace holdfast
