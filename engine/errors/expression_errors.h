// The error catalogue: failures of expressions, and of the legacy parameters that they replaced.
//
// The texts of ExpressionErrors begin with `Invalid <Kind>Expression: `. No text here has the prefix `1 validation
// error detected: `, which some operations add (WithValidationErrorPrefix in general_errors.h).
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "engine/base/error.h"

namespace holdfast::errors {

// ExpressionAttributeNames and ExpressionAttributeValues. Keys include their # or :. `problem`: the text about the
// attribute name or value that `key` stands for.
Error ExpressionAttributeNamesEmpty();
Error ExpressionAttributeValuesEmpty();
Error ExpressionAttributeNameKeyInvalid(std::string_view key);
Error ExpressionAttributeValueKeyInvalid(std::string_view key);
Error ExpressionAttributeNameTargetInvalid(std::string_view problem, std::string_view key);
Error ExpressionAttributeValueInvalid(std::string_view problem, std::string_view key);
Error ExpressionAttributeNamesTooLarge();
Error ExpressionAttributeValuesTooLarge();
Error ExpressionAttributeNamesUnused(const std::vector<std::string_view>& keys);
Error ExpressionAttributeValuesUnused(const std::vector<std::string_view>& keys);

// Failures of one expression. `kind` is the word before "Expression": Condition, KeyCondition, Filter, Update,
// Projection.
class ExpressionErrors {
 public:
  explicit ExpressionErrors(std::string_view kind) : kind_(kind) {}

  Error TooLong(size_t bytes) const;
  Error TooLongWithoutSize() const;
  Error Empty() const;
  Error Syntax(std::string_view token, std::string_view near) const;
  Error RedundantParentheses() const;
  Error TooManyOperators() const;
  Error TooManyInOperands(size_t count) const;
  Error TooManyNestingLevels(size_t levels) const;
  Error ListIndexOutOfRange(std::string_view digits) const;
  Error ReservedWord(std::string_view word) const;
  Error UndefinedName(std::string_view name) const;
  Error UndefinedValue(std::string_view value) const;
  Error UnknownFunction(std::string_view function) const;
  Error MisusedFunction(std::string_view function) const;
  Error WrongOperandCount(std::string_view name, size_t count) const;
  Error WrongOperandType(std::string_view name, std::string_view type) const;
  Error NeedsDocumentPath(std::string_view name) const;
  Error OperandsNotDistinct(std::string_view name, std::string_view path) const;
  Error InvalidTypeName(std::string_view type) const;
  // The bounds have the form `{S:a}`.
  Error BetweenTypesDiffer(std::string_view lower, std::string_view upper) const;
  Error BetweenInverted(std::string_view lower, std::string_view upper) const;
  Error RepeatedSection(std::string_view section) const;
  Error PathsOverlap(std::string_view one, std::string_view two) const;
  Error PathsConflict(std::string_view one, std::string_view two) const;
  Error WrongActionOperandType(std::string_view action, std::string_view type) const;

 private:
  Error Invalid(std::string_view text) const;

  std::string_view kind_;
};

// The structure of a KeyConditionExpression.
Error KeyConditionWrongOperator(std::string_view op);
Error KeyConditionNested();
Error KeyConditionWrongFirstOperand(std::string_view op);
Error KeyConditionSeveralAttributes();
Error KeyConditionNoAttribute();
Error KeyConditionNestedAttribute();
Error KeyConditionRepeatedKey();

// Evaluating an update.
Error UpdatePathInvalid();
Error UpdateOperandMissing();
Error WrongUpdateOperandType();
Error LegacyUpdateTypeMismatch();

// Legacy parameters.
Error ValueAndList(std::string_view attribute);
Error ExistsAndComparison(std::string_view attribute);
Error ComparisonWithoutValue(std::string_view op, std::string_view attribute);
Error WrongArgumentCount(std::string_view op);
Error ArgumentsOfSeveralTypes();
Error WrongArgumentType(std::string_view op, std::string_view type);
Error LegacyBetweenInverted();
Error ListWithoutComparison(std::string_view attribute);
// `exists` is "null" or "true".
Error ValueMissingWhenExists(std::string_view exists, std::string_view attribute);
Error ValueWhenNotExists(std::string_view attribute);
Error ConditionalOperatorNeedsTwoConditions();
Error NotAnIndexableOperation();
Error KeyConditionsLengthInvalid();
Error OnlyDeleteWithoutValue();
Error WrongActionType(std::string_view action, std::string_view type);

}  // namespace holdfast::errors
