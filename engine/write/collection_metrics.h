// ItemCollectionMetrics: an estimate of how large the written item's collection (all items of one partition key, in a
// table with local indexes) is.
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_ItemCollectionMetrics.html
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/tables/consumed_capacity.h"
#include "engine/tables/table.h"
#include "engine/values/value_view.h"
#include "engine/write/effects.h"

namespace holdfast {

// Nothing if `effect` has no size, as in a table without local index. `item` is the written item or its Key.
std::optional<ItemCollectionMetrics> CollectionMetrics(const Table& table, AttributeMapView item, const Effect& effect);

// Table name to one entry for each item collection.
using CollectionMetricsByTable = std::vector<std::pair<std::string, std::vector<ItemCollectionMetrics>>>;
// Adds the collection of `item`, or updates its entry if it is there already.
void AddCollectionMetrics(const Table& table, AttributeMapView item, const Effect& effect,
                          CollectionMetricsByTable& metrics);

}  // namespace holdfast
