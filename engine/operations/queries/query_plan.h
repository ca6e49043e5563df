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

// Errors in DynamoDB's order: the number of conditions, then key attribute by key attribute the starting key's value
// and the condition, then the starting key's table key, then the starting key against the conditions.
Result<PartitionRange> RangeOfQuery(const ReadTarget& target, const std::vector<KeyClause>& clauses, bool forward,
                                    const std::optional<AttributeMap>& start_key);

}  // namespace holdfast
