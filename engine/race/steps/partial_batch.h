// Splits a batch into a part that is processed and a part that the response returns as unprocessed, in UnprocessedItems
// or UnprocessedKeys.
#pragma once

#include <optional>
#include <vector>

#include "engine/race/steps/operation.h"
#include "engine/race/steps/step_executor.h"

namespace holdfast::race {

// Whether the key of every member of the batch fits its table. If not, DynamoDB refuses the whole batch.
bool AllKeysFit(const std::vector<std::optional<Target>>& targets);

// Moves members out of `batch`, and tables that then have none, into a response that has them as unprocessed.
// `left_out`: for each member, in the order of TargetsOf, whether it is moved.
Response TakeUnprocessed(const std::vector<bool>& left_out, Request& batch);
// Whether the batch names a table.
bool HasTables(const Request& batch);
// Adds the members in `unprocessed`, a result of TakeUnprocessed, to `response`, the response to the rest of the batch.
void AddUnprocessed(Response unprocessed, Response& response);

}  // namespace holdfast::race
