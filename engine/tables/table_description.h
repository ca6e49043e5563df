// TableDescription: what the operations that create, update, restore, describe and delete tables return about a table.
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TableDescription.html
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/time/time.h"
#include "engine/base/enum_field.h"
#include "engine/schema/table_schema.h"
#include "engine/tables/table.h"
#include "engine/tables/table_settings.h"

namespace holdfast {

struct WarmThroughputDescription {
  ThroughputUnits units;
  TableStatus status = TableStatus::kActive;
};

struct LocalIndexDescription {
  IndexSchema schema;
  std::string arn;
  uint64_t item_count = 0;
  uint64_t size_bytes = 0;
};

struct GlobalIndexDescription {
  IndexSchema schema;
  std::string arn;
  TableStatus status = TableStatus::kActive;
  // Present while UpdateTable adds the index to an existing table.
  std::optional<bool> backfilling;
  uint64_t item_count = 0;
  uint64_t size_bytes = 0;
  ThroughputUnits provisioned_throughput;
  ThroughputHistory throughput_history;
  OnDemandThroughput on_demand_throughput;
  std::optional<WarmThroughputDescription> warm_throughput;
};

struct BillingModeSummary {
  BillingMode billing_mode = BillingMode::kProvisioned;
  std::optional<absl::Time> last_update_to_pay_per_request;
};

struct LatestStream {
  // Absent once the stream is disabled; its label and ARN stay.
  std::optional<StreamViewType> view_type;
  std::string label;
  std::string arn;
};

struct TableDescription {
  std::string table_name;
  std::string table_id;
  std::string table_arn;
  TableStatus table_status = TableStatus::kActive;
  std::optional<absl::Time> creation_time;
  // Ascending by name. Empty: not shown, as in DeleteTable's response.
  std::vector<KeyAttribute> attribute_definitions;
  std::optional<KeySchema> key_schema;
  uint64_t item_count = 0;
  uint64_t table_size_bytes = 0;
  ThroughputUnits provisioned_throughput;
  // `throughput_history.decreases` counts the decreases of the current UTC day only.
  ThroughputHistory throughput_history;
  std::optional<BillingModeSummary> billing_mode_summary;
  bool deletion_protection_enabled = false;
  // Empty: not shown.
  std::vector<LocalIndexDescription> local_indexes;
  std::vector<GlobalIndexDescription> global_indexes;
  std::optional<LatestStream> stream;
  std::optional<std::string> kms_master_key_arn;
  // Whether a change to `kms_master_key_arn` or to the default encryption is in progress.
  bool encryption_is_updating = false;
  std::optional<TableClass> table_class;
  std::optional<absl::Time> last_update_of_table_class;
  OnDemandThroughput on_demand_throughput;
  std::optional<WarmThroughputDescription> warm_throughput;
  std::optional<RestoreSummary> restore_summary;
  // The replicas in other Regions. Empty: not shown, and neither is GlobalTableVersion.
  std::vector<ReplicaDescription> replicas;
};

// The table at `now`. A property whose change is in progress has its old value, except billing mode, stream and a new
// KMS key; the property's status, if it has one, is UPDATING. Counts and sizes are live (the service refreshes them
// every six hours), but 0 for a table that is being restored and its local indexes, and absent for a global index that
// is being deleted. An index's size is that of the whole items that have an entry in it, whatever the projection: an
// upper bound of what the service would report.
TableDescription MakeTableDescription(const Table& table, absl::Time now);
// The description that DeleteTable returns, which has fewer members.
TableDescription MakeDeletionDescription(const Table& table, absl::Time now);

}  // namespace holdfast
