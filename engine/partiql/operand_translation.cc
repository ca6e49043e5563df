#include <string>
#include <utility>

#include "engine/errors/partiql_errors.h"
#include "engine/partiql/literals.h"
#include "engine/partiql/translation.h"

namespace holdfast::partiql {

bool OperandTranslator::IsValue(uint32_t term) const {
  return parsed_.terms[term].kind == TermKind::kParameter || IsLiteral(parsed_.terms[term].kind);
}

uint32_t OperandTranslator::AddLeaf(ValueSource source, Token token) {
  const uint32_t node = tree().AddLeaf(NodeKind::kValue, expression_->values.size());
  tree().nodes[node].text_begin = token.begin;
  expression_->values.push_back(source);
  return node;
}

uint32_t OperandTranslator::AddValue(uint32_t term) {
  const Term& value = parsed_.terms[term];
  const bool is_parameter = value.kind == TermKind::kParameter;
  return AddLeaf({is_parameter, is_parameter ? value.index : literals_[term]}, value.token);
}

uint32_t OperandTranslator::AddConstant(std::string_view text) {
  statement_->literals.push_back(AttributeValue::String(text));
  return AddLeaf({false, static_cast<uint32_t>(statement_->literals.size() - 1)}, Token{});
}

Result<uint32_t> OperandTranslator::AddPath(uint32_t term) {
  HOLDFAST_ASSIGN_OR_RETURN(DocumentPath path, ReadPath(parsed_, term));
  const uint32_t node = tree().AddLeaf(NodeKind::kPath, expression_->shape.paths.size());
  expression_->shape.paths.push_back(std::move(path));
  return node;
}

Status OperandTranslator::CheckType(uint32_t term, TypeMask types, std::string_view op) {
  const Term& value = parsed_.terms[term];
  if (value.kind == TermKind::kParameter) {
    statement_->parameter_checks.push_back({ParameterCheck::Kind::kOperandType, value.index, types, std::string(op)});
  } else if (IsLiteral(value.kind)) {
    return CheckOperandType(statement_->literals[literals_[term]].view(), types, op);
  }
  return {};
}

Status OperandTranslator::CheckTypeName(uint32_t term) {
  const Term& value = parsed_.terms[term];
  if (value.kind == TermKind::kParameter) {
    statement_->parameter_checks.push_back({ParameterCheck::Kind::kTypeName, value.index, 0, {}});
  } else if (IsLiteral(value.kind)) {
    return CheckIsTypeName(statement_->literals[literals_[term]].view());
  }
  return {};
}

Status OperandTranslator::CheckSetArgument(uint32_t term, std::string_view function, std::string_view position) {
  const Term& value = parsed_.terms[term];
  if (value.kind == TermKind::kParameter) {
    statement_->parameter_checks.push_back(
        {ParameterCheck::Kind::kSetArgument, value.index, 0, std::string(function), std::string(position)});
    return {};
  }
  if (value.kind == TermKind::kBag) return {};
  return errors::SetFunctionWrongSecondArgument(function, position);
}

Status CheckOperandType(ValueView value, TypeMask types, std::string_view op) {
  if ((types & MaskOf(value.type())) != 0) return {};
  return errors::StatementWrongOperandType(op, TypeTag(value.type()));
}

Status CheckIsTypeName(ValueView value) {
  HOLDFAST_RETURN_IF_ERROR(CheckOperandType(value, MaskOf(ValueType::kString), "attribute_type"));
  for (int type = 0; type <= static_cast<int>(ValueType::kMap); ++type) {
    if (TypeTag(static_cast<ValueType>(type)) == value.bytes()) return {};
  }
  return errors::StatementInvalidTypeName(value.bytes());
}

}  // namespace holdfast::partiql
