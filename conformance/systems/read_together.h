// Reads several items at one point in time.
#pragma once

#include <string>
#include <vector>

#include "conformance/client/client.h"

namespace holdfast::conformance {

// A transaction reads no more items than that.
inline constexpr int kReadTogetherMax = 100;

// Reads in one transaction, so that another transaction's writes are visible all or not at all, also if its outcome is
// unknown. Results are in the order of the keys; a missing item is empty. Throws SetupFailed.
std::vector<Item> ReadTogether(Client& client, const std::string& table, const std::vector<Item>& keys);

}  // namespace holdfast::conformance
