// What a table is set to, beside its schema: billing, throughput, stream, encryption, protection,
// time to live, tags.
// Operations change these while the table lives; a data-plane request never needs them.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/time/time.h"
#include "engine/schema/table_definition.h"
#include "engine/schema/throughput_rules.h"

namespace holdfast {

struct GlobalIndexSettings {
  // 0 and 0 while the table is PAY_PER_REQUEST.
  ThroughputUnits provisioned;
  OnDemandThroughput on_demand;
  ThroughputUnits warm;
};

struct StreamSettings {
  bool enabled = true;
  StreamViewType view_type = StreamViewType::kNewAndOldImages;
  // The time it was enabled, as part of the stream's ARN: `2026-10-08T23:07:31.275`.
  std::string label;
};

struct TimeToLiveSettings {
  // The attribute that holds the second in which an item expires; absent while time to live is disabled.
  std::optional<std::string> attribute_name;
  // When it was last enabled or disabled.
  std::optional<absl::Time> last_change;
};

struct TableSettings {
  BillingMode billing_mode = BillingMode::kProvisioned;
  // Set from the first moment the table is PAY_PER_REQUEST, and kept.
  std::optional<absl::Time> last_update_to_pay_per_request;
  // 0 and 0 while the table is PAY_PER_REQUEST.
  ThroughputUnits provisioned;
  OnDemandThroughput on_demand;
  ThroughputUnits warm;
  // The latest stream; absent if there never was one.
  std::optional<StreamSettings> stream;
  // Present if the table is encrypted with a key of KMS instead of DynamoDB's own.
  std::optional<std::string> kms_master_key_arn;
  // Present once a caller chose one.
  std::optional<TableClass> table_class;
  bool deletion_protection_enabled = false;
  TimeToLiveSettings time_to_live;
  std::vector<std::pair<std::string, std::string>> tags;
  // By index name.
  std::map<std::string, GlobalIndexSettings> global_indexes;
};

}  // namespace holdfast
