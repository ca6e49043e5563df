// Reads several items at one point in time.
#pragma once

#include <string>
#include <vector>

#include "conformance/client/client.h"

namespace holdfast::conformance {

// The maximum number of items that one transaction can read.
inline constexpr int kReadInTransactionMax = 100;

// Reads in one transaction, so that the result contains all writes of another transaction or none, even if the outcome
// of that transaction is unknown. Results are in the order of the keys; a missing item is empty. Retries while other
// transactions conflict. Throws SetupFailed if the read fails or has another number of items.
std::vector<Item> ReadInTransaction(Client& client, const std::string& table, const std::vector<Item>& keys);

}  // namespace holdfast::conformance
