// The data that some errors have in addition to their message.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/base/error.h"
#include "engine/values/item.h"

namespace holdfast {

// Why one action of a cancelled transaction did not succeed; `code` is "None" for an action without a failure.
struct CancellationReason {
  std::string code;
  std::optional<std::string> message;
  // The stored item, if ReturnValuesOnConditionCheckFailure asked for it.
  ItemRef item;
};

// Why a request was throttled: a reason such as `TableWriteProvisionedThroughputExceeded`, and the ARN of the table or
// index whose limit was reached.
struct ThrottlingReason {
  std::string reason;
  std::string resource;
};

struct ErrorDetail {
  // kConditionalCheckFailed: the stored item, if ReturnValuesOnConditionCheckFailure asked for it. With
  // WriteAction::return_item_on_any_failure the same for other kinds.
  ItemRef item;
  // kTransactionCanceled: one for each action, in request order.
  std::vector<CancellationReason> cancellation_reasons = {};
  // kProvisionedThroughputExceeded, and kThrottling if a limit of throughput is the cause.
  std::vector<ThrottlingReason> throttling_reasons = {};
};

}  // namespace holdfast
