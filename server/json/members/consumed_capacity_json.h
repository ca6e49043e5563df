// ConsumedCapacity in responses: `{"TableName":"T","CapacityUnits":1.0}`, each table's and index's share if
// that was asked for, each figure also as Read- or WriteCapacityUnits in transactional responses.
#pragma once

#include <optional>
#include <vector>

#include "engine/tables/consumed_capacity.h"
#include "server/json/json_writer.h"

namespace holdfast::server {

// The member ConsumedCapacity, if there is any.
void WriteConsumedCapacityMember(const std::optional<ConsumedCapacity>& capacity, JsonWriter* writer);
// Likewise for the operations that return a list of them.
void WriteConsumedCapacityMember(const std::optional<std::vector<ConsumedCapacity>>& capacities, JsonWriter* writer);

}  // namespace holdfast::server
