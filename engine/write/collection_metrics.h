// ItemCollectionMetrics: an estimate of the size of the written item's collection (all items of one partition key, in a
// table with local indexes).
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

// Nothing if `effect` has no collection size, as in a table without local indexes. `item` is the written item or its
// Key.
std::optional<ItemCollectionMetrics> CollectionMetrics(const Table& table, AttributeMapView item, const Effect& effect);

// Table name to one entry for each item collection.
using CollectionMetricsByTable = std::vector<std::pair<std::string, std::vector<ItemCollectionMetrics>>>;
// Adds an entry for the collection of `item`, or replaces the existing one.
void AddCollectionMetrics(const Table& table, AttributeMapView item, const Effect& effect,
                          CollectionMetricsByTable& metrics);

}  // namespace holdfast
