// The settings of a table, apart from its schema: billing, throughput, stream, encryption, protection, time to live,
// tags. Operations change these while the table lives; a data-plane request reads them only with
// EngineOptions::throttle_by_capacity.
//
// All of it is plain data. A requested setting that takes effect later is stored beside the current one, until a
// scheduled transition (engine/database/scheduled_transitions.h) replaces the current one by it.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "absl/time/time.h"
#include "engine/base/enum_field.h"
#include "engine/base/limits.h"
#include "engine/schema/resource_settings.h"
#include "engine/schema/table_definition.h"
#include "engine/schema/throughput_rules.h"

namespace holdfast {

// When provisioned throughput was last changed, and how often it was decreased on one day.
struct ThroughputHistory {
  std::optional<absl::Time> last_increase;
  std::optional<absl::Time> last_decrease;
  // The number of decreases that took effect on the UTC day of `last_counted_decrease`.
  int64_t decreases = 0;
  absl::Time last_counted_decrease = absl::InfinitePast();

  int64_t DecreasesOnDayOf(absl::Time now) const {
    const auto day = [](absl::Time time) { return absl::ToCivilDay(time, absl::UTCTimeZone()); };
    return day(last_counted_decrease) == day(now) ? decreases : 0;
  }
  void CountDecrease(absl::Time now) {
    decreases = DecreasesOnDayOf(now) + 1;
    last_counted_decrease = now;
  }
};

struct GlobalIndexSettings {
  // 0 and 0 while the table is PAY_PER_REQUEST.
  ThroughputUnits provisioned;
  ThroughputHistory history;
  OnDemandThroughput on_demand;
  ThroughputUnits warm;
  // Requested, but not in effect yet.
  std::optional<ThroughputUnits> requested_provisioned;
  std::optional<ThroughputUnits> requested_warm;

  ThroughputUnits warm_or_requested() const { return requested_warm.value_or(warm); }
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

// The setting; the versions of the items that it keeps are in Table::recovery_history().
struct PointInTimeRecovery {
  absl::Time enabled_since;
  int32_t recovery_period_in_days = limits::kRecoveryPeriodDaysMax;
};

// How a table was made by a restore.
struct RestoreSummary {
  // Absent after a restore to a point in time.
  std::optional<std::string> source_backup_arn;
  std::string source_table_arn;
  // The time whose items were restored: the point in time, or when the backup was made.
  // https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_RestoreSummary.html
  absl::Time restore_time;
  bool in_progress = true;
};

enum class ContributorInsightsMode { kAccessedAndThrottledKeys, kThrottledKeys };
template <>
struct EnumNames<ContributorInsightsMode> {
  using E = ContributorInsightsMode;
  static constexpr EnumName<E> kNames[] = {{E::kAccessedAndThrottledKeys, "ACCESSED_AND_THROTTLED_KEYS"},
                                           {E::kThrottledKeys, "THROTTLED_KEYS"}};
};

// The setting is stored and described, nothing is collected.
struct ContributorInsights {
  bool enabled = false;
  ContributorInsightsMode mode = ContributorInsightsMode::kAccessedAndThrottledKeys;
  absl::Time last_update;
};

// The throughput that a table is changing to; the previous one is still in effect.
struct ThroughputChange {
  BillingMode billing_mode = BillingMode::kProvisioned;
  ThroughputUnits provisioned;
};

struct EncryptionChange {
  // Absent: the table changes back to DynamoDB's own key.
  std::optional<std::string> kms_master_key_arn;
};

// Requested changes of a table that have not taken effect yet.
struct TableChanges {
  std::optional<ThroughputChange> throughput;
  std::optional<ThroughputUnits> warm;
  std::optional<TableClass> table_class;
  std::optional<EncryptionChange> encryption;
  // The stream of settings.stream is being enabled or disabled. Writes do not depend on this: the stream starts or
  // stops recording at the moment of the request.
  bool stream = false;
  // A replica in another Region is being created or deleted.
  bool replicas = false;
  // A global index that is being deleted: the description still shows it, and no other code finds it.
  std::optional<IndexSchema> deleted_index;
};

struct TableSettings {
  BillingMode billing_mode = BillingMode::kProvisioned;
  // Set when the table becomes PAY_PER_REQUEST, and kept when it becomes PROVISIONED.
  std::optional<absl::Time> last_update_to_pay_per_request;
  // 0 and 0 while the table is PAY_PER_REQUEST.
  ThroughputUnits provisioned;
  ThroughputHistory history;
  OnDemandThroughput on_demand;
  ThroughputUnits warm;
  // The latest stream; absent if there never was one.
  std::optional<StreamSettings> stream;
  // Present if the table is encrypted with a key of KMS instead of DynamoDB's own.
  std::optional<std::string> kms_master_key_arn;
  // Present once a caller chose one.
  std::optional<TableClass> table_class;
  std::optional<absl::Time> last_update_of_table_class;
  bool deletion_protection_enabled = false;
  std::optional<absl::Time> last_update_of_deletion_protection;
  TimeToLiveSettings time_to_live;
  ResourceSettings resource;
  // Absent while it is off.
  std::optional<PointInTimeRecovery> point_in_time_recovery;
  // Absent unless the table was restored.
  std::optional<RestoreSummary> restore;
  // Keyed by index name; the empty name means the table itself. Settings that were never changed are absent.
  std::map<std::string, ContributorInsights> contributor_insights;
  // Keyed by index name.
  std::map<std::string, GlobalIndexSettings> global_indexes;
  TableChanges changes;

  ThroughputUnits warm_or_requested() const { return changes.warm.value_or(warm); }
  bool is_changing_billing_mode() const {
    return changes.throughput.has_value() && changes.throughput->billing_mode != billing_mode;
  }
};

}  // namespace holdfast
