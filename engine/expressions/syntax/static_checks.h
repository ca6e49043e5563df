// The checks of a parsed expression that need no item: functions, reserved words, names and values, operands. Each
// check is one step of DynamoDB's order, which the callers (resolved_expression.cc, compile_condition.cc,
// update_expression.cc) spell out.
//
// Errors: ValidationException `Invalid <Kind>Expression: …`, the first in text order.
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

// Functions that do not exist, then functions where they may not be used.
Status CheckFunctions(const ParsedExpression& parsed);
// Reserved words standing bare in a path.
Status CheckReservedWords(const ParsedExpression& parsed);
// A section of an update that is there twice.
Status CheckSectionsOnce(const ParsedExpression& parsed);

// Of an update's targets or a projection's paths, as written, none may overlap with another and none conflict with it.
// `order`: their order.
Status CheckPathsUnrelated(const ParsedExpression& parsed, absl::Span<const DocumentPath> paths,
                           const PathOrder& order);

// An operator or function of which all operands are resolved: operand count, distinct operands, then what is known of
// the operands' types. Nodes that are neither pass. `bound` is `parsed`, its leaves up to `node` bound.
Status CheckOperands(const ParsedExpression& parsed, const BoundExpression& bound, uint32_t node);

// `SET`, `REMOVE`, `ADD` or `DELETE`.
std::string_view SectionName(UpdateActionKind kind);

}  // namespace holdfast
