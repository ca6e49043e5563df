// The ConsumedCapacity and ItemCollectionMetrics members of responses.
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_ConsumedCapacity.html
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "engine/values/attribute_value.h"

namespace holdfast {

struct ConsumedCapacity {
  // Transactional responses repeat each number as ReadCapacityUnits or WriteCapacityUnits; others have only
  // CapacityUnits.
  enum class Kind { kPlain, kRead, kWrite };

  std::string table_name;
  Kind kind = Kind::kPlain;
  // ReturnConsumedCapacity is INDEXES: the response shows the units of the table and of each index.
  bool by_index = false;
  double table_units = 0;
  // The units of a batch's failed statements: they count in the total, but neither for the table nor for an index.
  double failed_units = 0;
  // Index name to units, ascending by name. Indexes that cost nothing are left out.
  std::vector<std::pair<std::string, double>> local_indexes;
  std::vector<std::pair<std::string, double>> global_indexes;

  double total_units() const {
    double total = table_units + failed_units;
    for (const auto& [name, units] : local_indexes) total += units;
    for (const auto& [name, units] : global_indexes) total += units;
    return total;
  }
};

// Present only for tables with a local index.
struct ItemCollectionMetrics {
  // The partition key attribute.
  AttributeMap item_collection_key;
  double size_estimate_gb_low = 0;
  double size_estimate_gb_high = 1;
};

}  // namespace holdfast
