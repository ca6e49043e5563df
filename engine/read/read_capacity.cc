#include "engine/read/read_capacity.h"

#include <algorithm>

#include "engine/tables/capacity_units.h"

namespace holdfast {
namespace {

ConsumedCapacity CapacityOfTable(const Table& table, bool by_index) {
  ConsumedCapacity capacity;
  capacity.table_name = table.name();
  capacity.by_index = by_index;
  return capacity;
}

}  // namespace

std::vector<ConsumedCapacity> CapacityOf(const ItemReadPlan& plan, const ItemsRead& read, bool by_index) {
  std::vector<ConsumedCapacity> capacity;
  for (size_t i = 0; i < plan.reads.size(); ++i) {
    const Table& table = *plan.reads[i].table;
    auto entry = capacity.end();
    if (plan.transactional) {
      entry = std::find_if(capacity.begin(), capacity.end(),
                           [&](const ConsumedCapacity& other) { return other.table_name == table.name(); });
    }
    if (entry == capacity.end()) {
      entry = capacity.insert(entry, CapacityOfTable(table, by_index));
      if (plan.transactional) entry->kind = ConsumedCapacity::Kind::kRead;
    }
    entry->table_units += read.units[i];
  }
  return capacity;
}

ConsumedCapacity CapacityOf(const PageReadPlan& plan, const Page& page, bool by_index) {
  ConsumedCapacity capacity = CapacityOfTable(*plan.target.table, by_index);
  const double factor = plan.consistent_read ? 1.0 : 0.5;
  const double units = ReadUnits(page.evaluated_bytes()) * factor;
  if (plan.target.global_index != nullptr) {
    capacity.global_indexes.emplace_back(plan.target.index()->name, units);
  } else if (plan.target.local_order.has_value()) {
    capacity.local_indexes.emplace_back(plan.target.index()->name, units);
    capacity.table_units = page.fetched_units() * factor;
  } else {
    capacity.table_units = units;
  }
  return capacity;
}

}  // namespace holdfast
