#include "engine/errors/expression_errors.h"

#include <initializer_list>
#include <string>

#include "engine/base/limits.h"
#include "engine/errors/error_text.h"

namespace holdfast::errors {
namespace {

Error UnusedKeys(std::string_view map, const std::vector<std::string_view>& keys) {
  return ComposeValidation({"Value provided in ", map, " unused in expressions: keys: {", Join(keys), "}"});
}

// For the texts about the structure of a KeyConditionExpression that were captured in 2026. The texts about this
// structure that lack the prefix are from older captures.
Error InvalidKeyCondition(std::initializer_list<std::string_view> parts) {
  return Validation("Invalid KeyConditionExpression: " + Concat(parts));
}

}  // namespace

Error ExpressionAttributeNamesEmpty() { return ComposeValidation({"ExpressionAttributeNames must not be empty"}); }
Error ExpressionAttributeValuesEmpty() { return ComposeValidation({"ExpressionAttributeValues must not be empty"}); }
Error ExpressionAttributeNameKeyInvalid(std::string_view key) {
  return ComposeValidation({"ExpressionAttributeNames contains invalid key: Syntax error; key: \"", key, "\""});
}
Error ExpressionAttributeValueKeyInvalid(std::string_view key) {
  return ComposeValidation({"ExpressionAttributeValues contains invalid key: Syntax error; key: \"", key, "\""});
}
Error ExpressionAttributeNameTargetInvalid(std::string_view problem, std::string_view key) {
  return ComposeValidation({"ExpressionAttributeNames contains invalid value: ", problem, " for key ", key});
}
Error ExpressionAttributeValueInvalid(std::string_view problem, std::string_view key) {
  return ComposeValidation({"ExpressionAttributeValues contains invalid value: ", problem, " for key ", key});
}
Error ExpressionAttributeNamesTooLarge() { return ComposeValidation({"ExpressionAttributeNames exceeds max size"}); }
Error ExpressionAttributeValuesTooLarge() { return ComposeValidation({"ExpressionAttributeValues exceeds max size"}); }
Error ExpressionAttributeNamesUnused(const std::vector<std::string_view>& keys) {
  return UnusedKeys("ExpressionAttributeNames", keys);
}
Error ExpressionAttributeValuesUnused(const std::vector<std::string_view>& keys) {
  return UnusedKeys("ExpressionAttributeValues", keys);
}

Error ExpressionErrors::Invalid(std::string_view text) const {
  return ComposeValidation({"Invalid ", kind_, "Expression: ", text});
}
Error ExpressionErrors::TooLong(size_t bytes) const {
  return Invalid("Expression size has exceeded the maximum allowed size; expression size: " + std::to_string(bytes));
}
Error ExpressionErrors::TooLongWithoutSize() const {
  return Invalid("Expression size has exceeded the maximum allowed size;");
}
Error ExpressionErrors::Empty() const { return Invalid("The expression can not be empty;"); }
Error ExpressionErrors::Syntax(std::string_view token, std::string_view near) const {
  return Invalid(Concat({"Syntax error; token: \"", token, "\", near: \"", near, "\""}));
}
Error ExpressionErrors::RedundantParentheses() const { return Invalid("The expression has redundant parentheses;"); }
Error ExpressionErrors::TooManyOperators() const {
  return Invalid("The expression contains too many operators; operator count: " +
                 std::to_string(limits::kExpressionOperatorsMax + 1));
}
Error ExpressionErrors::TooManyInOperands(size_t count) const {
  return Invalid("The IN operator is provided with too many operands; number of operands: " + std::to_string(count));
}
Error ExpressionErrors::TooManyNestingLevels(size_t levels) const {
  return Invalid("The document path has too many nesting levels; nesting levels: " + std::to_string(levels));
}
Error ExpressionErrors::ListIndexOutOfRange(std::string_view digits) const {
  return Invalid(Concat({"List index is not within the allowable range; index: [", digits, "]"}));
}
Error ExpressionErrors::ReservedWord(std::string_view word) const {
  return Invalid(Concat({"Attribute name is a reserved keyword; reserved keyword: ", word}));
}
Error ExpressionErrors::UndefinedName(std::string_view name) const {
  return Invalid(
      Concat({"An expression attribute name used in the document path is not defined; attribute name: ", name}));
}
Error ExpressionErrors::UndefinedValue(std::string_view value) const {
  return Invalid(Concat({"An expression attribute value used in expression is not defined; attribute value: ", value}));
}
Error ExpressionErrors::UnknownFunction(std::string_view function) const {
  return Invalid(Concat({"Invalid function name; function: ", function}));
}
Error ExpressionErrors::MisusedFunction(std::string_view function) const {
  return Invalid(Concat({"The function is not allowed to be used this way in an expression; function: ", function}));
}
Error ExpressionErrors::WrongOperandCount(std::string_view name, size_t count) const {
  return Invalid(Concat({"Incorrect number of operands for operator or function; operator or function: ", name,
                         ", number of operands: ", std::to_string(count)}));
}
Error ExpressionErrors::WrongOperandType(std::string_view name, std::string_view type) const {
  return Invalid(Concat(
      {"Incorrect operand type for operator or function; operator or function: ", name, ", operand type: ", type}));
}
Error ExpressionErrors::NeedsDocumentPath(std::string_view name) const {
  return Invalid(Concat({"Operator or function requires a document path; operator or function: ", name}));
}
Error ExpressionErrors::OperandsNotDistinct(std::string_view name, std::string_view path) const {
  return Invalid(
      Concat({"The first operand must be distinct from the remaining operands for this operator or "
              "function; operator: ",
              name, ", first operand: ", path}));
}
Error ExpressionErrors::InvalidTypeName(std::string_view type) const {
  return Invalid(
      Concat({"Invalid attribute type name found; type: ", type, ", valid types: {B,NULL,SS,BOOL,L,BS,N,NS,S,M}"}));
}
Error ExpressionErrors::BetweenTypesDiffer(std::string_view lower, std::string_view upper) const {
  return Invalid(
      Concat({"The BETWEEN operator requires same data type for lower and upper bounds; lower bound "
              "operand: AttributeValue: ",
              lower, ", upper bound operand: AttributeValue: ", upper}));
}
Error ExpressionErrors::BetweenInverted(std::string_view lower, std::string_view upper) const {
  return Invalid(
      Concat({"The BETWEEN operator requires upper bound to be greater than or equal to lower bound; lower "
              "bound operand: AttributeValue: ",
              lower, ", upper bound operand: AttributeValue: ", upper}));
}
Error ExpressionErrors::RepeatedSection(std::string_view section) const {
  return Invalid(Concat({"The \"", section, "\" section can only be used once in an update expression;"}));
}
Error ExpressionErrors::PathsOverlap(std::string_view one, std::string_view two) const {
  return Invalid(
      Concat({"Two document paths overlap with each other; must remove or rewrite one of these paths; path "
              "one: ",
              one, ", path two: ", two}));
}
Error ExpressionErrors::PathsConflict(std::string_view one, std::string_view two) const {
  return Invalid(
      Concat({"Two document paths conflict with each other; must remove or rewrite one of these paths; path "
              "one: ",
              one, ", path two: ", two}));
}
Error ExpressionErrors::WrongActionOperandType(std::string_view action, std::string_view type) const {
  return Invalid(
      Concat({"Incorrect operand type for operator or function; operator: ", action, ", operand type: ", type}));
}

Error KeyConditionWrongOperator(std::string_view op) {
  return ComposeValidation({"Invalid operator used in KeyConditionExpression: ", op});
}
Error KeyConditionNested() { return ComposeValidation({"KeyConditionExpressions cannot contain nested operations"}); }
Error KeyConditionWrongFirstOperand(std::string_view op) {
  return ComposeValidation({"Invalid condition in KeyConditionExpression: ", op,
                            " operator must have the key attribute as its first operand"});
}
Error KeyConditionSeveralAttributes() {
  return ComposeValidation(
      {"Invalid condition in KeyConditionExpression: Multiple attribute names used in one condition"});
}
Error KeyConditionNoAttribute() {
  return ComposeValidation({"Invalid condition in KeyConditionExpression: No key attribute specified"});
}
Error KeyConditionNestedAttribute() {
  return InvalidKeyCondition({"KeyConditionExpressions cannot have conditions on nested attributes"});
}
Error KeyConditionRepeatedKey() {
  return InvalidKeyCondition({"KeyConditionExpressions must only contain one condition per key"});
}

Error UpdatePathInvalid() {
  return ComposeValidation({"The document path provided in the update expression is invalid for update"});
}
Error UpdateOperandMissing() {
  return ComposeValidation({"The provided expression refers to an attribute that does not exist in the item"});
}
Error WrongUpdateOperandType() {
  return ComposeValidation({"An operand in the update expression has an incorrect data type"});
}
Error LegacyUpdateTypeMismatch() { return ComposeValidation({"Type mismatch for attribute to update"}); }

Error ValueAndList(std::string_view attribute) {
  return InvalidParameters({"Value and AttributeValueList cannot be used together for Attribute: ", attribute});
}
Error ExistsAndComparison(std::string_view attribute) {
  return InvalidParameters({"Exists and ComparisonOperator cannot be used together for Attribute: ", attribute});
}
Error ComparisonWithoutValue(std::string_view op, std::string_view attribute) {
  return InvalidParameters(
      {"Value or AttributeValueList must be used with ComparisonOperator: ", op, " for Attribute: ", attribute});
}
Error WrongArgumentCount(std::string_view op) {
  return InvalidParameters({"Invalid number of argument(s) for the ", op, " ComparisonOperator"});
}
Error ArgumentsOfSeveralTypes() {
  return InvalidParameters({"AttributeValues inside AttributeValueList must be of same type"});
}
Error WrongArgumentType(std::string_view op, std::string_view type) {
  return InvalidParameters({"ComparisonOperator ", op, " is not valid for ", type, " AttributeValue type"});
}
Error LegacyBetweenInverted() {
  return ComposeValidation(
      {"The BETWEEN condition was provided a range where the lower bound is greater than the upper bound"});
}
Error ListWithoutComparison(std::string_view attribute) {
  return InvalidParameters(
      {"AttributeValueList can only be used with a ComparisonOperator for Attribute: ", attribute});
}
Error ValueMissingWhenExists(std::string_view exists, std::string_view attribute) {
  return InvalidParameters({"Value must be provided when Exists is ", exists, " for Attribute: ", attribute});
}
Error ValueWhenNotExists(std::string_view attribute) {
  return InvalidParameters({"Value cannot be used when Exists is false for Attribute: ", attribute});
}
Error ConditionalOperatorNeedsTwoConditions() {
  return ComposeValidation({"ConditionalOperator can only be used when Filter or Expected has two or more elements"});
}
Error NotAnIndexableOperation() {
  return ComposeValidation({"Attempted conditional constraint is not an indexable operation"});
}
Error KeyConditionsLengthInvalid() { return ComposeValidation({"Conditions can be of length 1 or 2 only"}); }
Error OnlyDeleteWithoutValue() {
  return InvalidParameters({"Only DELETE action is allowed when no attribute value is specified"});
}
Error WrongActionType(std::string_view action, std::string_view type) {
  return InvalidParameters(
      {action, action == "DELETE" ? " action with value" : " action", " is not supported for the type ", type});
}

}  // namespace holdfast::errors
