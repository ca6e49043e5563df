// The error catalogue: requests that exceed the throughput of a table, of an index or of one partition key
// (engine/tables/throughput_limits.h), or the rate of their operation.
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_ThrottlingReason.html
#pragma once

#include <string>

#include "engine/base/error.h"

namespace holdfast::errors {

struct ThroughputLimit {
  enum class Kind { kProvisioned, kMaxOnDemand, kKeyRange };

  Kind kind = Kind::kProvisioned;
  bool writes = false;
  bool of_index = false;
  // Whether the table is PAY_PER_REQUEST.
  bool on_demand = false;
  // The ARN of the table, or of the index if `of_index`.
  std::string arn;
};

// A ProvisionedThroughputExceededException, or for an on-demand table a ThrottlingException. The texts are those that
// the CancellationReasons of a throttled transaction contain. [open] Which of the two exceptions reports an exceeded
// key range was not captured: here it follows from the table's billing mode, too. [open] The text for reads of an index
// was not captured: here it is the text for writes that change the index.
Error ThroughputExceeded(const ThroughputLimit& limit);
// A ThrottlingException for an operation that is called too often (engine/database/call_rate.h).
Error CallRateExceeded();
bool IsThroughputExceeded(const Error& error);

}  // namespace holdfast::errors
