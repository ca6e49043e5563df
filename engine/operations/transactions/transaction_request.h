// The rules that TransactWriteItems, TransactGetItems and PartiQL's ExecuteTransaction share. ConstrainToken is not for
// TransactGetItems, and ConstrainTransactItems is not for ExecuteTransaction. Batches use CheckDistinctItems and
// CheckDistinctAccesses, too.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "engine/errors/constraints.h"
#include "engine/schema/key_rules.h"
#include "engine/tables/consumed_capacity.h"
#include "engine/tables/table.h"

namespace holdfast {

// ClientRequestToken, if it is present, must have 1 to 36 characters.
void ConstrainToken(const std::optional<std::string>& token, errors::Constraints& constraints);
// TransactItems must be present and have 1 to 100 actions.
void ConstrainTransactItems(bool present, size_t count, errors::Constraints& constraints);

inline constexpr std::string_view kTransactItems = "transactItems";
// Identifies an item within a database.
struct ItemName {
  uint64_t table_number;
  TableKey key;
};
// An error if two of `items` are the same. Sorts `items`.
Status CheckDistinctItems(std::span<ItemName> items);
// The same for the items of planned reads or writes.
template <typename Accesses>
Status CheckDistinctAccesses(const Accesses& accesses) {
  std::vector<ItemName> items;
  items.reserve(accesses.size());
  for (const auto& access : accesses) items.push_back({access.table->number(), access.key});
  return CheckDistinctItems(items);
}

// Sorts the entries ascending by table name, as responses of transactions list them.
void SortByTableName(std::vector<ConsumedCapacity>& capacity);

}  // namespace holdfast
