// ConsumedCapacity in responses: `{"TableName":"T","CapacityUnits":1.0}`, with the shares of the table and of its
// indexes if the request asks for INDEXES. Responses to transactions repeat each number as ReadCapacityUnits or
// WriteCapacityUnits.
#pragma once

#include <optional>
#include <vector>

#include "engine/tables/consumed_capacity.h"
#include "server/json/json_writer.h"

namespace holdfast::server {

// Writes the member ConsumedCapacity if `capacity` has a value.
void WriteConsumedCapacityMember(const std::optional<ConsumedCapacity>& capacity, JsonWriter* writer);
// The same for operations that return a list of capacities.
void WriteConsumedCapacityMember(const std::optional<std::vector<ConsumedCapacity>>& capacities, JsonWriter* writer);

}  // namespace holdfast::server
