#include "engine/errors/tables/throughput_errors.h"

#include <memory>
#include <string_view>

#include "engine/errors/error_detail.h"

namespace holdfast::errors {
namespace {

std::string_view Text(const ThroughputLimit& limit) {
  if (limit.on_demand) {
    return limit.of_index
               ? "Throughput exceeds the current capacity for one or more global secondary indexes. DynamoDB is "
                 "automatically scaling your index so please try again shortly."
               : "Throughput exceeds the current capacity of your table or index. DynamoDB is automatically scaling "
                 "your table or index so please try again shortly. If exceptions persist, check if you have a hot key: "
                 "https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-partition-key-design.html.";
  }
  return limit.of_index
             ? "The level of configured provisioned throughput for one or more global secondary indexes of the table "
               "was exceeded. Consider increasing your provisioning level for the under-provisioned global secondary "
               "indexes with the UpdateTable API."
             : "The level of configured provisioned throughput for the table was exceeded. Consider increasing your "
               "provisioning level with the UpdateTable API.";
}

// For example `TableWriteProvisionedThroughputExceeded`.
std::string Reason(const ThroughputLimit& limit) {
  std::string reason = limit.of_index ? "Index" : "Table";
  reason += limit.writes ? "Write" : "Read";
  switch (limit.kind) {
    case ThroughputLimit::Kind::kProvisioned:
      return reason + "ProvisionedThroughputExceeded";
    case ThroughputLimit::Kind::kMaxOnDemand:
      return reason + "MaxOnDemandThroughputExceeded";
    case ThroughputLimit::Kind::kKeyRange:
      return reason + "KeyRangeThroughputExceeded";
  }
  return reason;
}

}  // namespace

Error ThroughputExceeded(const ThroughputLimit& limit) {
  ErrorDetail detail;
  detail.throttling_reasons.push_back({Reason(limit), limit.arn});
  return {limit.on_demand ? ErrorKind::kThrottling : ErrorKind::kProvisionedThroughputExceeded,
          std::string(Text(limit)), std::make_shared<const ErrorDetail>(std::move(detail))};
}

Error CallRateExceeded() { return {ErrorKind::kThrottling, "Rate exceeded"}; }

bool IsThroughputExceeded(const Error& error) {
  return error.detail != nullptr && !error.detail->throttling_reasons.empty();
}

}  // namespace holdfast::errors
