// What can be said of a parsed expression without an item: its functions, its words, its names and values, its
// operands. Each check is one step of DynamoDB's order, which the callers (expression_syntax.cc, compile_condition.cc,
// update_expression.cc) spell out.
//
// Errors: ValidationException `Invalid <Kind>Expression: …`, the first in text order.
#pragma once

#include <cstdint>
#include <string_view>

#include "engine/base/result.h"
#include "engine/expressions/parser.h"
#include "engine/expressions/placeholders.h"
#include "engine/values/document_path.h"

namespace holdfast {

// Functions that do not exist, then functions where they may not be used.
Status CheckFunctions(const ParsedExpression& parsed);
// Reserved words standing bare in a path.
Status CheckReservedWords(const ParsedExpression& parsed);
// A section of an update that is there twice.
Status CheckSectionsOnce(const ParsedExpression& parsed);
// Names that are not defined, in any path.
Status CheckNamesDefined(const ParsedExpression& parsed, Placeholders* placeholders);

// Appends the path, its names looked up, to `resolved`.
Status ResolvePath(const ParsedExpression& parsed, const ParsedPath& path, Placeholders* placeholders,
                   DocumentPath* resolved);
// Looks up the path or value of a leaf; other nodes are left alone.
Status ResolveLeaf(ParsedExpression* parsed, uint32_t node, Placeholders* placeholders);

// An operator or function of which all operands are resolved: operand count, distinct operands, then what is known of
// the operands' types. Nodes that are neither pass.
Status CheckOperands(const ParsedExpression& parsed, uint32_t node);

// `SET`, `REMOVE`, `ADD` or `DELETE`.
std::string_view SectionName(UpdateActionKind kind);

}  // namespace holdfast
