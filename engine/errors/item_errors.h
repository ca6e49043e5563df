// The error catalogue: items, their keys and their sizes. All but ItemCollectionTooLarge are ValidationExceptions, to
// which AWS never adds the prefix `1 validation error detected: `. The texts were captured from AWS in 2026.
#pragma once

#include <cstddef>
#include <string_view>

#include "engine/base/error.h"
#include "engine/values/value_view.h"

namespace holdfast::errors {

// A key attribute of an item to put.
Error MissingKeyAttribute(std::string_view attribute);
Error KeyTypeMismatch(std::string_view attribute, ValueType expected, ValueType actual);
// A Key that lacks a key attribute, has an attribute that is not part of the key, or has a key attribute of the wrong
// type.
Error KeyDoesNotMatchSchema();
// `type` of this error, EmptyIndexKeyValue and UpdateToEmptyIndexKey: S or B.
Error EmptyKeyValue(std::string_view attribute, ValueType type);
Error PartitionKeyTooLarge();
Error SortKeyTooLarge();

// An attribute that is part of an index's key.
Error IndexKeyTypeMismatch(std::string_view attribute, ValueType expected, ValueType actual, std::string_view index);
Error EmptyIndexKeyValue(std::string_view attribute, ValueType type, std::string_view index);
Error UpdateToEmptyIndexKey(ValueType type);
Error UpdateToUnsupportedIndexKeyType();
// [open] For an update, the text was not captured. This one is in the list of cancellation reasons in
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TransactWriteItems.html.
Error UpdateToTooLargeIndexKey();
Error IndexKeyTooLarge(std::string_view attribute, size_t bytes, size_t bytes_max, std::string_view index);

Error ItemTooLarge();
Error UpdatedItemTooLarge();
Error CannotUpdateKeyAttribute(std::string_view attribute);
// A path into a key attribute of the table or of an index, such as `pk.x` or `pk[0]`.
Error NestedPathUnderTableKey(std::string_view attribute);
Error NestedPathUnderIndexKey(std::string_view attribute);

Error ItemCollectionTooLarge();

// Not an error of DynamoDB: the engine's own memory limit is reached. It is a ValidationException, because SDKs do not
// retry these, and a retry would fail again. They do retry throttling and server errors.
Error MemoryLimitReached(size_t bytes_max);

}  // namespace holdfast::errors
