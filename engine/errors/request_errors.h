// The error catalogue: members of a request that exclude or require one another, key conditions against the schema,
// start keys and batches. All are ValidationExceptions, without the prefix `1 validation error detected: `
// (WithValidationErrorPrefix in general_errors.h).
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "engine/base/error.h"
#include "engine/values/value_view.h"

namespace holdfast::errors {

using Names = std::vector<std::string_view>;

Error ExpressionAndLegacyMembers(const Names& legacy, const Names& expressions);
Error NamesWithoutExpression();
// The message of DynamoDB's older validation layer (request_rules/validation_layer.h) ends with the absent expressions
// (`: FilterExpression is null`). For the current layer's message `absent_expressions` must be empty.
Error ValuesWithoutExpression(const Names& absent_expressions);
Error OnlyAllOldOrNone();
// An invalid ConditionalOperator that is reported alone and not by class Constraints (constraints.h). The text names
// neither value nor path.
Error ConditionalOperatorNotInSet();
Error DuplicateAttributeToGet(std::string_view attribute);

// Query and Scan.
Error NoKeyCondition();
Error SelectSpecificWithoutProjection();
// `what`: "ALL_ATTRIBUTES", "ALL_PROJECTED_ATTRIBUTES" or "only the Count"; `member`: "ProjectionExpression" or
// "AttributesToGet".
Error ProjectionWithSelect(std::string_view member, std::string_view what);
Error AllProjectedWithoutIndex();
Error NoSuchIndex(std::string_view index);
Error IndexIsBackfilling(std::string_view index);
Error ConsistentReadOnGlobalIndex();
Error AllAttributesOnPartialGlobalIndex(std::string_view index);
// `index`: a global index.
Error NotProjected(std::string_view index, const Names& attributes);
Error FilterNotProjected(std::string_view index, const Names& attributes);
Error TotalSegmentsMissing();
Error SegmentMissing();
Error SegmentNotLessThanTotal(int32_t segment, int32_t total_segments);
// SearchVectors. The text of SearchMemberMissing names a position in the JSON: the end of the request, which has
// `text_size` bytes.
Error SearchMemberMissing(std::string_view member, size_t text_size);
Error TopKOutOfRange(int32_t top_k);

// Key conditions against the schema.
Error TooManyKeyConditions(size_t conditions, size_t key_attributes);
Error KeyConditionMissing(std::string_view attribute);
Error KeyConditionNotSupported();
Error KeyConditionTypeMismatch();
// For an index whose partition key has several attributes. `attributes`: those without an equality condition.
Error HashConditionsMissing(const Names& attributes);
// A condition on a range attribute, `condition_on`, needs equality conditions on all range attributes before it.
// `without_equality`: the attributes that lack one.
Error RangeConditionGap(const Names& without_equality, std::string_view condition_on);
// `kind`: "Filter Expression" or "QueryFilter".
Error FilterOnKeyAttribute(std::string_view kind, std::string_view attribute);

// ExclusiveStartKey.
Error InvalidStartKey();
// `The provided starting key is invalid: <problem>`
Error InvalidStartKey(std::string_view problem);
Error StartKeyDoesNotMatchSchema();
Error StartKeyOutsideQuery();
Error StartKeyNotInRange();
// A key of another partition, in a Query with a condition on the sort key; StartKeyOutsideQuery: without one.
Error StartKeyOfSingleRowQuery();
// In a Query of a table without a sort key, which returns one item at most.
Error StartKeyOfHashOnlyTable(std::string_view attribute, ValueView value);
Error StartKeyInOtherSegment(int32_t total_segments, int32_t segment);

// Batches.
Error DuplicateKeysInBatch();
Error RequestItemsMissing(std::string_view operation);
Error TooManyItems(std::string_view operation);
Error NotExactlyOneAction();

}  // namespace holdfast::errors
