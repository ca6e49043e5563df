#include "engine/expressions/condition/compile_condition.h"

#include <cstdint>

#include "engine/expressions/syntax/resolved_expression.h"
#include "engine/expressions/syntax/static_checks.h"

namespace holdfast {
namespace {

// Whether a node of this kind is a clause: a comparison, BETWEEN, IN, or a function that is a condition.
bool IsClause(NodeKind kind) { return kind >= NodeKind::kEqual && kind < NodeKind::kAnd; }

}  // namespace

Result<BoundExpression> CompileCondition(ExpressionKind kind, std::string_view text, Placeholders* placeholders,
                                         bool allow_arithmetic) {
  HOLDFAST_ASSIGN_OR_RETURN(const ResolvedExpressionRef resolved,
                            ResolveExpression(kind, text, allow_arithmetic, placeholders));
  const ParsedExpression& parsed = *resolved->parsed;
  BoundExpression condition = MakeBoundExpression(resolved);

  // Clauses are checked in text order. The operand nodes of a clause come directly before the clause's own node, so
  // those of the next clause begin after that node.
  uint32_t begin = 0;
  for (uint32_t node = 0; node < parsed.tree.nodes.size(); ++node) {
    if (!IsClause(parsed.tree[node].kind)) continue;
    for (uint32_t part = begin; part < node; ++part) {
      HOLDFAST_RETURN_IF_ERROR(BindLeaf(*resolved, part, placeholders, &condition));
    }
    for (uint32_t part = begin; part <= node; ++part) {
      HOLDFAST_RETURN_IF_ERROR(CheckOperands(parsed, condition, part));
    }
    begin = node + 1;
  }
  return condition;
}

}  // namespace holdfast
