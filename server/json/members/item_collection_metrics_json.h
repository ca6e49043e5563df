// ItemCollectionMetrics in responses:
// `{"ItemCollectionKey":{"pk":{"S":"a"}},"SizeEstimateRangeGB":[0.0,1.0]}`.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/tables/consumed_capacity.h"
#include "server/json/json_writer.h"

namespace holdfast::server {

// Writes the member ItemCollectionMetrics if `metrics` has a value.
void WriteItemCollectionMetricsMember(const std::optional<ItemCollectionMetrics>& metrics, JsonWriter* writer);
// The same for operations that return a list of metrics for each table.
void WriteItemCollectionMetricsMember(
    const std::optional<std::vector<std::pair<std::string, std::vector<ItemCollectionMetrics>>>>& tables,
    JsonWriter* writer);

}  // namespace holdfast::server
