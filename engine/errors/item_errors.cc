#include "engine/errors/item_errors.h"

#include <string>

#include "engine/errors/error_text.h"

namespace holdfast::errors {
namespace {

constexpr std::string_view kParametersNotValidPrefix = "One or more parameter values are not valid. ";

std::string_view EmptyKind(ValueType type) { return type == ValueType::kBinary ? "binary" : "string"; }

}  // namespace

Error MissingKeyAttribute(std::string_view attribute) {
  return InvalidParameters({"Missing the key ", attribute, " in the item"});
}

Error KeyTypeMismatch(std::string_view attribute, ValueType expected, ValueType actual) {
  return InvalidParameters(
      {"Type mismatch for key ", attribute, " expected: ", TypeTag(expected), " actual: ", TypeTag(actual)});
}

Error KeyDoesNotMatchSchema() { return Validation("The provided key element does not match the schema"); }

Error EmptyKeyValue(std::string_view attribute, ValueType type) {
  return ComposeValidation({kParametersNotValidPrefix,
                            "The AttributeValue for a key attribute cannot contain an empty ", EmptyKind(type),
                            " value. Key: ", attribute});
}

Error PartitionKeyTooLarge() {
  return InvalidParameters({"Size of hashkey has exceeded the maximum size limit of2048 bytes"});
}

Error SortKeyTooLarge() {
  return InvalidParameters({"Aggregated size of all range keys has exceeded the size limit of 1024 bytes"});
}

Error IndexKeyTypeMismatch(std::string_view attribute, ValueType expected, ValueType actual, std::string_view index) {
  return InvalidParameters({"Type mismatch for Index Key ", attribute, " Expected: ", TypeTag(expected),
                            " Actual: ", TypeTag(actual), " IndexName: ", index});
}

Error EmptyIndexKeyValue(std::string_view attribute, ValueType type, std::string_view index) {
  return ComposeValidation(
      {kParametersNotValidPrefix,
       "A value specified for a secondary index key is not supported. The AttributeValue for a key "
       "attribute cannot contain an empty ",
       EmptyKind(type), " value. IndexName: ", index, ", IndexKey: ", attribute});
}

Error UpdateToEmptyIndexKey(ValueType type) {
  return ComposeValidation(
      {kParametersNotValidPrefix,
       "The update expression attempted to update a secondary index key to a value that is not supported. "
       "The AttributeValue for a key attribute cannot contain an empty ",
       EmptyKind(type), " value."});
}

Error UpdateToUnsupportedIndexKeyType() {
  return Validation("The update expression attempted to update the secondary index key to unsupported type");
}

Error UpdateToTooLargeIndexKey() {
  return Validation("The update expression attempted to update the secondary index key beyond allowed size limits");
}

Error IndexKeyTooLarge(std::string_view attribute, size_t bytes, size_t bytes_max, std::string_view index) {
  return InvalidParameters({"Size limit exceeded for Index Key ", attribute, " Actual Size: ", std::to_string(bytes),
                            " bytes Max Size: ", std::to_string(bytes_max), " bytes IndexName: ", index});
}

Error ItemTooLarge() { return Validation("Item size has exceeded the maximum allowed size"); }

Error UpdatedItemTooLarge() { return Validation("Item size to update has exceeded the maximum allowed size"); }

Error CannotUpdateKeyAttribute(std::string_view attribute) {
  return InvalidParameters({"Cannot update attribute ", attribute, ". This attribute is part of the key"});
}

Error NestedPathUnderTableKey(std::string_view attribute) {
  return ComposeValidation(
      {"Key attributes must be scalars; list random access '[]' and map lookup '.' are not allowed: Key: ", attribute});
}

Error NestedPathUnderIndexKey(std::string_view attribute) {
  return ComposeValidation(
      {"Key attributes must be scalars; list random access '[]' and map lookup '.' are not allowed: IndexKey: ",
       attribute});
}

Error ItemCollectionTooLarge() { return {ErrorKind::kItemCollectionSizeLimitExceeded, "Collection size exceeded."}; }

Error MemoryLimitReached(size_t bytes_max) {
  return {ErrorKind::kValidation, "Holdfast holds as much data as its memory limit of " + std::to_string(bytes_max) +
                                      " bytes (--max-memory) allows: what would add to it is refused until items are "
                                      "deleted or snapshots and forks dropped"};
}

}  // namespace holdfast::errors
