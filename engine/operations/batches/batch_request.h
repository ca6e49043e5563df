// The rules that BatchGetItem and BatchWriteItem share.
#pragma once

#include <algorithm>
#include <string_view>

namespace holdfast {

// Whether a key of RequestItems can denote a table: 3 to 255 characters of the name pattern, or what begins like an
// ARN.
bool IsBatchTableName(std::string_view table_name);

// Whether all keys of RequestItems can denote tables.
template <typename Tables>
bool HasBatchTableNames(const Tables& tables) {
  return std::all_of(tables.begin(), tables.end(), [](const auto& entry) { return IsBatchTableName(entry.first); });
}

}  // namespace holdfast
