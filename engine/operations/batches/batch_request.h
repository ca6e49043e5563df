// The rules that BatchGetItem and BatchWriteItem share.
#pragma once

#include <algorithm>

#include "engine/schema/definition_constraints.h"
#include "engine/tables/arn.h"

namespace holdfast {

// Whether all keys of RequestItems can denote tables: well-formed names, or what begins like an ARN.
template <typename Tables>
bool HasBatchTableNames(const Tables& tables) {
  return std::all_of(tables.begin(), tables.end(),
                     [](const auto& entry) { return IsArn(entry.first) || IsResourceName(entry.first); });
}

}  // namespace holdfast
