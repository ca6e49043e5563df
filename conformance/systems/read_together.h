// Several items as they were at one moment.
#pragma once

#include <string>
#include <vector>

#include "conformance/wire/client.h"

namespace holdfast::conformance {

// A transaction reads no more items than that.
inline constexpr int kReadTogetherMax = 100;

// In one transaction, so that a write of several of them is seen whole or not at all, also one whose client was never
// told how it went. In the order of the keys; an item that is not there is empty. Throws SetupFailed.
std::vector<Item> ReadTogether(Client& client, const std::string& table, const std::vector<Item>& keys);

}  // namespace holdfast::conformance
