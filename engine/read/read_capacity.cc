#include "engine/read/read_capacity.h"

#include <algorithm>

#include "engine/tables/capacity_units.h"

namespace holdfast {

double ReadUnitsOf(const ItemRead& read, const FoundItem& found) {
  return ReadUnits(found.size_bytes) * (read.consistent_read ? 1.0 : 0.5);
}

ConsumedCapacity CapacityOf(const Table& table, double units, bool by_index) {
  ConsumedCapacity capacity;
  capacity.table_name = table.name();
  capacity.by_index = by_index;
  capacity.table_units = units;
  return capacity;
}

std::vector<ConsumedCapacity> CapacityOf(const ItemReadPlan& plan, const std::vector<FoundItem>& found, bool by_index) {
  std::vector<ConsumedCapacity> capacity;
  for (size_t i = 0; i < found.size(); ++i) {
    const Table& table = *plan.reads[i].table;
    const double units = 2 * ReadUnits(found[i].size_bytes);
    const auto entry = std::find_if(capacity.begin(), capacity.end(),
                                    [&](const ConsumedCapacity& other) { return other.table_name == table.name(); });
    if (entry != capacity.end()) {
      entry->table_units += units;
      continue;
    }
    capacity.push_back(CapacityOf(table, units, by_index));
    capacity.back().kind = ConsumedCapacity::Kind::kRead;
  }
  return capacity;
}

ConsumedCapacity CapacityOf(const PageReadPlan& plan, const Page& page, bool by_index) {
  ConsumedCapacity capacity = CapacityOf(*plan.target.table, 0, by_index);
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
