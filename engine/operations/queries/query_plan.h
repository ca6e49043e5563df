// Matches key conditions with the schema: derives which partition a Query reads, which range of it, and where it
// starts.
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Query.KeyConditionExpressions.html
#pragma once

#include <optional>
#include <vector>

#include "engine/base/result.h"
#include "engine/expressions/key_condition_expression.h"
#include "engine/read/read_plan.h"

namespace holdfast {

// Errors in DynamoDB's order: the number of attributes in the starting key; the number of conditions; an attribute of a
// multi-attribute partition key without `=`; then, for each key attribute, its value in the starting key and its
// condition; the conditions on range attributes as a whole; then the table key in the starting key; then whether the
// starting key satisfies the conditions.
Result<PartitionRange> RangeOfQuery(const ReadTarget& target, const std::vector<KeyClause>& clauses, bool forward,
                                    const std::optional<AttributeMap>& start_key);

}  // namespace holdfast
