// The transactions of hold-and-confirm.
#pragma once

#include <cstdint>
#include <string>

#include "conformance/client/requests.h"

namespace holdfast::bench {

struct HeldSlot {
  std::string table;
  size_t venue = 0;
  int64_t number = 0;
  std::string hold_id;
};

// `now` and `until` are milliseconds of one clock that all clients share. The idempotency tokens make retries safe.
conformance::TransactWriteItemsRequest HoldRequest(const HeldSlot& slot, int64_t now, int64_t until,
                                                   const std::string& token);
conformance::TransactWriteItemsRequest ConfirmRequest(const HeldSlot& slot, int64_t now, const std::string& token);
conformance::TransactWriteItemsRequest ReleaseRequest(const HeldSlot& slot, const std::string& token);

}  // namespace holdfast::bench
