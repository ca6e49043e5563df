// Translates the terms of a statement into the trees of expressions: WHERE into a condition, SET and REMOVE into an
// update.
//
// Two things in PartiQL differ from expressions: conditions may be operands (`attribute_exists(a) = false`), and `<>`
// is false for a missing attribute.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/base/result.h"
#include "engine/partiql/parser.h"
#include "engine/partiql/statement.h"

namespace holdfast::partiql {

// Adds the leaves of a tree, and records in the statement which checks its parameters need.
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
  // A leaf whose value is the string `text`, which is not in the statement.
  uint32_t AddConstant(std::string_view text);
  // A leaf of a kPath.
  Result<uint32_t> AddPath(uint32_t term);

  // Checks the type of a value as the operand of `op`: of a literal now, of a parameter when the statement is bound.
  // Other terms pass.
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

// The checks themselves, for the value of a literal or of a bound parameter.
Status CheckOperandType(ValueView value, TypeMask types, std::string_view op);
Status CheckIsTypeName(ValueView value);

}  // namespace holdfast::partiql
