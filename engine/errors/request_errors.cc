#include "engine/errors/request_errors.h"

#include <string>

#include "engine/base/limits.h"
#include "engine/errors/error_text.h"
#include "engine/errors/item_errors.h"
#include "engine/values/base64.h"
#include "engine/values/number.h"

namespace holdfast::errors {
namespace {

// `{S:a}`, the form of scalars in the service's texts.
std::string FormatValue(ValueView value) {
  std::string text = "{" + std::string(TypeTag(value.type())) + ":";
  if (value.type() == ValueType::kNumber) {
    text += Number::FromBytes(value.bytes()).ToText();
  } else if (value.type() == ValueType::kBinary) {
    text += EncodeBase64(value.bytes());
  } else if (value.type() == ValueType::kString) {
    text += value.bytes();
  }
  return text += "}";
}

}  // namespace

Error ExpressionAndLegacyMembers(const Names& legacy, const Names& expressions) {
  return ComposeValidation(
      {"Can not use both expression and non-expression parameters in the same request: Non-expression "
       "parameters: {",
       Join(legacy), "} Expression parameters: {", Join(expressions), "}"});
}

Error NamesWithoutExpression() {
  return Validation("ExpressionAttributeNames can only be specified when using expressions");
}

Error ValuesWithoutExpression(const Names& absent_expressions) {
  std::string message = "ExpressionAttributeValues can only be specified when using expressions";
  if (!absent_expressions.empty()) {
    message += ": " + Join(absent_expressions, " and ");
    message += absent_expressions.size() == 1 ? " is null" : " are null";
  }
  return Validation(std::move(message));
}

Error OnlyAllOldOrNone() { return Validation("ReturnValues can only be ALL_OLD or NONE"); }

Error ConditionalOperatorNotInSet() {
  return Validation("Failed to satisfy constraint: Member must satisfy enum value set: [ALL, OR]");
}

Error DuplicateAttributeToGet(std::string_view attribute) {
  return InvalidParameters({"Duplicate value in attribute name: ", attribute});
}

Error NoKeyCondition() {
  return Validation("Either the KeyConditions or KeyConditionExpression parameter must be specified in the request.");
}

Error SelectSpecificWithoutProjection() {
  return Validation(
      "Must specify the AttributesToGet or ProjectionExpression when choosing to get SPECIFIC_ATTRIBUTES");
}

Error ProjectionWithSelect(std::string_view member, std::string_view what) {
  return ComposeValidation({"Cannot specify the ", member, " when choosing to get ", what});
}

Error AllProjectedWithoutIndex() {
  return Validation("ALL_PROJECTED_ATTRIBUTES can be used only when Querying using an IndexName");
}

Error NoSuchIndex(std::string_view index) {
  return ComposeValidation({"The table does not have the specified index: ", index});
}

Error IndexIsBackfilling(std::string_view index) {
  return Validation("Cannot read from backfilling global secondary index: " + std::string(index));
}
Error ConsistentReadOnGlobalIndex() {
  return Validation("Consistent reads are not supported on global secondary indexes");
}

Error AllAttributesOnPartialGlobalIndex(std::string_view index) {
  return InvalidParameters({"Select type ALL_ATTRIBUTES is not supported for global secondary index ", index,
                            " because its projection type is not ALL"});
}

Error NotProjected(std::string_view index, const Names& attributes) {
  return InvalidParameters({"Global secondary index ", index, " does not project [", Join(attributes), "]"});
}

Error FilterNotProjected(std::string_view index, const Names& attributes) {
  return InvalidParameters(
      {"Secondary index ", index, " does not project one or more filter attributes: [", Join(attributes), "]"});
}

Error TotalSegmentsMissing() {
  return Validation(
      "The TotalSegments parameter is required but was not present in the request when Segment parameter is present");
}

Error SegmentMissing() {
  return Validation(
      "The Segment parameter is required but was not present in the request when parameter TotalSegments is present");
}

Error SegmentNotLessThanTotal(int32_t segment, int32_t total_segments) {
  return ComposeValidation(
      {"The Segment parameter is zero-based and must be less than parameter TotalSegments: Segment: ",
       std::to_string(segment), " is not less than TotalSegments: ", std::to_string(total_segments)});
}

Error SearchMemberMissing(std::string_view member, size_t text_size) {
  return ComposeValidation({"missing field `", member, "` at line 1 column ", std::to_string(text_size)});
}

Error TopKOutOfRange(int32_t top_k) {
  return ComposeValidation({"Provided TopK value '", std::to_string(top_k),
                            "' is out of valid range. The value must be between 1 and ",
                            std::to_string(limits::kTopKMax), " inclusive"});
}

Error TooManyKeyConditions(size_t conditions, size_t key_attributes) {
  return ComposeValidation({"The number of query conditions (", std::to_string(conditions),
                            ") exceeds the number of key attributes defined in the schema (",
                            std::to_string(key_attributes), ")"});
}

Error KeyConditionMissing(std::string_view attribute) {
  return ComposeValidation({"Query condition missed key schema element: ", attribute});
}

Error KeyConditionNotSupported() { return Validation("Query key condition not supported"); }

Error KeyConditionTypeMismatch() { return InvalidParameters({"Condition parameter type does not match schema type"}); }

// [open] The exact text was not captured. It is only known to mention HASH and equality, in that order. The rest
// follows the text of RangeConditionGap.
Error HashConditionsMissing(const Names& attributes) {
  return ComposeValidation(
      {"HASH key attributes ", Join(attributes),
       " must have equality conditions specified in the query because every HASH key attribute of the index "
       "needs one"});
}

Error RangeConditionGap(const Names& without_equality, std::string_view condition_on) {
  return ComposeValidation(
      {"RANGE key attributes ", Join(without_equality),
       " must have equality conditions specified in the query because a condition is present on key "
       "attribute ",
       condition_on});
}

Error FilterOnKeyAttribute(std::string_view kind, std::string_view attribute) {
  return ComposeValidation({kind, " can only contain non-primary key attributes: Primary key attribute: ", attribute});
}

Error InvalidStartKey() { return Validation("The provided starting key is invalid"); }

Error InvalidStartKey(std::string_view problem) {
  return ComposeValidation({"The provided starting key is invalid: ", problem});
}

Error StartKeyDoesNotMatchSchema() { return InvalidStartKey(KeyDoesNotMatchSchema().message); }

Error StartKeyOutsideQuery() {
  return Validation("The provided starting key is outside query boundaries based on provided conditions");
}

Error StartKeyNotInRange() { return Validation("The provided starting key does not match the range key predicate"); }

Error StartKeyOfSingleRowQuery() { return Validation("The query can return at most one row and cannot be restarted"); }

Error StartKeyOfHashOnlyTable(std::string_view attribute, ValueView value) {
  return ComposeValidation({"The provided exclusive start key is invalid: ExclusiveStartKey: {", attribute,
                            "=AttributeValue: ", FormatValue(value), "}"});
}

Error StartKeyInOtherSegment(int32_t total_segments, int32_t segment) {
  return InvalidStartKey(
      "Invalid ExclusiveStartKey. Please use ExclusiveStartKey with correct Segment. TotalSegments: " +
      std::to_string(total_segments) + " Segment: " + std::to_string(segment));
}

Error DuplicateKeysInBatch() { return Validation("Provided list of item keys contains duplicates"); }

Error RequestItemsMissing(std::string_view operation) {
  return ComposeValidation({"The requestItems parameter is required for ", operation});
}

Error TooManyItems(std::string_view operation) {
  return ComposeValidation({"Too many items requested for the ", operation, " call"});
}

// For a write request with both a put and a delete and, although the text does not fit, for one with neither.
Error NotExactlyOneAction() {
  return Validation(
      "Supplied AttributeValue has more than one datatypes set, must contain exactly one of the supported datatypes");
}

}  // namespace holdfast::errors
