// What TransactWriteItems and TransactGetItems have in common.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "engine/errors/constraints.h"
#include "engine/schema/key_rules.h"
#include "engine/tables/consumed_capacity.h"
#include "engine/tables/table.h"

namespace holdfast {

// 1 to 100 actions; null is not allowed.
void ConstrainTransactItems(bool present, size_t count, errors::Constraints& constraints);

inline constexpr std::string_view kTransactItems = "transactItems";
// An item as a transaction names it.
struct ItemName {
  uint64_t table_number;
  TableKey key;
};
// One item can be the target of one action only.
Status CheckDistinctItems(const std::vector<ItemName>& items);

// Transactions list tables by name.
void SortByTableName(std::vector<ConsumedCapacity>& capacity);

}  // namespace holdfast
