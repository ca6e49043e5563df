// The error catalogue: items, their keys and their sizes. All are ValidationExceptions that AWS never puts into the
// `1 validation error detected: ` envelope.
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/CommonErrors.html; the texts as captured in 2026.
#pragma once

#include <cstddef>
#include <string_view>

#include "engine/base/error.h"
#include "engine/values/value_view.h"

namespace holdfast::errors {

// A key attribute of an item to put.
Error MissingKeyAttribute(std::string_view attribute);
Error KeyTypeMismatch(std::string_view attribute, ValueType expected, ValueType actual);
// A Key that lacks an attribute of the schema, has another one, or has one of another type.
Error KeyDoesNotMatchSchema();
// `type` is S or B.
Error EmptyKeyValue(std::string_view attribute, ValueType type);
Error PartitionKeyTooLarge();
Error SortKeyTooLarge();

// An attribute that is part of an index's key.
Error IndexKeyTypeMismatch(std::string_view attribute, ValueType expected, ValueType actual, std::string_view index);
Error EmptyIndexKeyValue(std::string_view attribute, ValueType type, std::string_view index);
Error UpdateToEmptyIndexKey(ValueType type);
Error UpdateToUnsupportedIndexKeyType();
// [open] The text for an index key attribute of more than 2048 or 1024 bytes was never captured; these are the table
// key's.
Error IndexPartitionKeyTooLarge();
Error IndexSortKeyTooLarge();

Error ItemTooLarge();
Error UpdatedItemTooLarge();
Error CannotUpdateKeyAttribute(std::string_view attribute);
// A path into (`pk.x`, `pk[0]`) an attribute that is a key of the table, or of an index.
Error NestedPathUnderTableKey(std::string_view attribute);
Error NestedPathUnderIndexKey(std::string_view attribute);

Error ItemCollectionTooLarge();

// Not the service's: the limit of memory that this engine was given. A validation error, because no SDK sends such a
// request again by itself, which would only repeat the failure; throttling and server errors they do repeat.
Error MemoryLimitReached(size_t bytes_max);

}  // namespace holdfast::errors
