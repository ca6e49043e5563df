// The response that PutItem, UpdateItem and DeleteItem share.
#pragma once

#include <optional>
#include <string>

#include "engine/tables/consumed_capacity.h"
#include "engine/values/response_item.h"

namespace holdfast::server {

// Appends an object with Attributes, ConsumedCapacity and ItemCollectionMetrics. Members without a value are absent.
void AppendWriteResponse(const std::optional<ResponseItem>& attributes, const std::optional<ConsumedCapacity>& capacity,
                         const std::optional<ItemCollectionMetrics>& metrics, std::string* json);

}  // namespace holdfast::server
