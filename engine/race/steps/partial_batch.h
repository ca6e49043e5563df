// Splits a batch into a part that is processed and a part that the response returns as unprocessed, in UnprocessedItems
// or UnprocessedKeys.
#pragma once

#include <optional>
#include <vector>

#include "engine/race/steps/operation.h"
#include "engine/race/steps/step_executor.h"

namespace holdfast::race {

// Whether the key of every member of the batch fits its table. Otherwise the whole batch is refused.
bool AllKeysFit(const std::vector<std::optional<Target>>& targets);

// Moves members out of `batch` into a response that has them as unprocessed. `left_out`: for each member, in the order
// of TargetsOf, whether it is moved.
Response TakeUnprocessed(const std::vector<bool>& left_out, Request& batch);
bool HasMembers(const Request& batch);
// Adds the unprocessed members to the response to the rest of the batch.
void AddUnprocessed(Response unprocessed, Response& response);

}  // namespace holdfast::race
