// A batch of which a part is processed. The rest is in the response as unprocessed: UnprocessedItems or UnprocessedKeys.
#pragma once

#include <optional>
#include <vector>

#include "engine/race/steps/operation.h"
#include "engine/race/steps/step_executor.h"

namespace holdfast::race {

// Whether every member names an item by a key that fits its table. A batch with another one is refused as a whole.
bool FitTheirTables(const std::vector<std::optional<Target>>& targets);

// Moves members from a batch to the response that has them as unprocessed. `left_out`: for each member, in the order
// of TargetsOf.
Response TakeUnprocessed(const std::vector<bool>& left_out, Request& batch);
bool HasMembers(const Request& batch);
// Adds what was taken from a batch to the response to the rest of it.
void AddUnprocessed(Response unprocessed, Response& response);

}  // namespace holdfast::race
