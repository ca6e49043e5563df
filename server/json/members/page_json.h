// The response that Query and Scan share: a page of items.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/tables/consumed_capacity.h"
#include "engine/values/response_item.h"

namespace holdfast::server {

// Appends an object with Items, Count, ScannedCount, LastEvaluatedKey and ConsumedCapacity. Members without a value are
// absent: Items, for example, if the request selects COUNT.
void AppendPage(const std::optional<std::vector<ResponseItem>>& items, uint64_t count, uint64_t scanned_count,
                const std::optional<AttributeMap>& last_evaluated_key, const std::optional<ConsumedCapacity>& capacity,
                std::string* json);

}  // namespace holdfast::server
