// Translates the terms of a statement into the trees of expressions: WHERE into a condition, SET and REMOVE into an
// update.
//
// What PartiQL has beyond expressions: conditions as operands (`attribute_exists(a) = false`), and `<>`, which is false
// of a missing attribute.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/base/result.h"
#include "engine/partiql/parser.h"
#include "engine/partiql/statement.h"

namespace holdfast::partiql {

// Makes the leaves of a tree, and notes the checks of parameters in the statement.
class OperandTranslator {
 public:
  // `literals`: by term, the position of its value in the statement's literals.
  OperandTranslator(const ParsedStatement& parsed, const std::vector<uint32_t>& literals, Statement* statement,
                    UnboundExpression* expression)
      : parsed_(parsed), literals_(literals), statement_(statement), expression_(expression) {}

  const ParsedStatement& parsed() const { return parsed_; }
  const Term& operator[](uint32_t term) const { return parsed_.terms[term]; }
  SyntaxTree& tree() { return expression_->shape.tree; }
  UnboundExpression& expression() { return *expression_; }
  bool IsValue(uint32_t term) const;

  // A leaf of a literal or a parameter.
  uint32_t AddValue(uint32_t term);
  // A leaf of a value that is not in the text.
  uint32_t AddText(std::string_view text);
  // A leaf of a kPath.
  Result<uint32_t> AddPath(uint32_t term);

  // Checks the type of a value as the operand of `op`, now or when the statement is bound. Other terms pass.
  Status CheckType(uint32_t term, TypeMask types, std::string_view op);
  Status CheckTypeName(uint32_t term);
  // `function` is SET_ADD or SET_DELETE, and `position` that of its first argument.
  Status CheckSetArgument(uint32_t term, std::string_view function, std::string_view position);

 private:
  uint32_t AddLeaf(ValueSource source, Token token);

  const ParsedStatement& parsed_;
  const std::vector<uint32_t>& literals_;
  Statement* const statement_;
  UnboundExpression* const expression_;
};

Status TranslateCondition(uint32_t where, OperandTranslator operands);
Status TranslateUpdate(OperandTranslator operands);

// A set of the types that `<`, BETWEEN and the like compare.
inline constexpr TypeMask kOrderedTypes =
    MaskOf(ValueType::kString) | MaskOf(ValueType::kNumber) | MaskOf(ValueType::kBinary);

// Checks of values that are known.
Status CheckOperandType(ValueView value, TypeMask types, std::string_view op);
Status CheckIsTypeName(ValueView value);

}  // namespace holdfast::partiql
