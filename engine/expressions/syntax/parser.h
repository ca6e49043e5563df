// Parses an expression's text into a tree whose names and values are not looked up yet.
//
//   condition := predicates with AND, OR and NOT; one pair of parentheses around any condition, operand or path
//   predicate := operand cmp operand | operand BETWEEN operand AND operand | operand IN '(' operand, ... ')' | function
//   update    := (SET path = value, ... | REMOVE path, ... | ADD path :v, ... | DELETE path :v, ...)+
//   projection := path, ...
//
// At an opening parenthesis of a condition, the parser does not know yet whether the group contains conditions or an
// operand. So one function (ParseConditions) parses both, and the tokens that may follow the group depend on its
// content. A syntax error is reported at the first token with which no valid expression can continue.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "absl/container/inlined_vector.h"
#include "engine/base/result.h"
#include "engine/errors/expression_errors.h"
#include "engine/expressions/placeholders.h"
#include "engine/expressions/syntax/bound_expression.h"
#include "engine/expressions/syntax/lexer.h"
#include "engine/expressions/syntax/syntax_tree.h"

namespace holdfast {

// A path before its names are substituted: a range of `ParsedExpression::elements`.
struct ParsedPath {
  uint32_t first;
  uint32_t count;
};

struct ParsedAction {
  UpdateActionKind kind;
  ParsedPath target;
  uint32_t operand;  // a node, or kNoNode
};

struct ParsedExpression {
  std::string text;
  ExpressionKind kind = ExpressionKind::kCondition;
  bool allow_arithmetic = false;
  SyntaxTree tree;
  uint32_t root = kNoNode;  // of a condition
  // Identifiers, name references and list indexes of all paths, in text order.
  absl::InlinedVector<Token, 16> elements;
  absl::InlinedVector<ParsedPath, 8> paths;           // of the kPath leaves (Node::leaf); of a projection, its paths
  absl::InlinedVector<ParsedAction, 4> actions;       // of an update
  absl::InlinedVector<UpdateActionKind, 4> sections;  // of an update, in text order

  errors::ExpressionErrors errors() const;
  std::string_view TextOf(const Node& node) const {
    return std::string_view(text).substr(node.text_begin, node.text_size);
  }
};

// `Condition`, `KeyCondition`, …: the word before "Expression" in DynamoDB's messages.
std::string_view KindName(ExpressionKind kind);

// Checks size, emptiness, syntax, redundant parentheses and then the limits, in this order. `allow_arithmetic`: whether
// conditions may use + and - (EngineOptions::allow_arithmetic_conditions).
// [open] The position of the limits in DynamoDB's order of checks is not known.
Result<ParsedExpression> ParseExpression(ExpressionKind kind, std::string_view text, bool allow_arithmetic);

}  // namespace holdfast
