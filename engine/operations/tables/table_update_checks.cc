#include "engine/operations/tables/table_update_checks.h"

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/limits.h"
#include "engine/database/account_quota.h"
#include "engine/errors/tables/replica_errors.h"
#include "engine/errors/tables/table_errors.h"
#include "engine/errors/tables/table_update_errors.h"
#include "engine/operations/request_rules/cooldown.h"
#include "engine/operations/tables/replicated_requests.h"
#include "engine/operations/tables/requested_settings.h"
#include "engine/schema/schema_rules.h"
#include "engine/schema/setting_rules.h"

namespace holdfast {
namespace {

constexpr absl::Duration kDeletionProtectionCooldown = absl::Seconds(15);
constexpr absl::Duration kDecreaseCooldown = absl::Hours(1);
constexpr int64_t kFreeDecreasesPerDay = 4;

// A table and the requested update.
struct UpdateContext {
  const DatabaseState& database;
  const Table& table;
  const TableSettings& settings;
  const TableUpdate& update;

  BillingMode billing_mode() const { return update.billing_mode.value_or(settings.billing_mode); }
  bool changes_billing_mode() const { return billing_mode() != settings.billing_mode; }
};

const UpdateGlobalSecondaryIndexAction* FindIndexUpdate(const TableUpdate& update, std::string_view index_name) {
  for (const GlobalSecondaryIndexUpdate& entry : update.index_updates()) {
    if (entry.update && *entry.update->index_name == index_name) return &*entry.update;
  }
  return nullptr;
}

// A table that becomes PROVISIONED needs units for each of its indexes.
Status CheckUnitsOfAllIndexes(const UpdateContext& context) {
  if (!context.changes_billing_mode() || context.billing_mode() != BillingMode::kProvisioned) return {};
  std::vector<std::string_view> without;
  for (const std::shared_ptr<GlobalIndex>& index : context.table.global_indexes()) {
    const UpdateGlobalSecondaryIndexAction* update = FindIndexUpdate(context.update, index->schema.name);
    if (update == nullptr || !update->provisioned_throughput) without.push_back(index->schema.name);
  }
  if (without.empty()) return {};
  return errors::IndexThroughputMissingInUpdate(without);
}

// `index`: empty for the limits of the table. While the billing mode changes, CheckUpdateConflicts refuses every update
// of limits.
Status CheckOnDemandLimits(const UpdateContext& context, const std::optional<OnDemandThroughput>& on_demand,
                           std::string_view index) {
  if (context.settings.is_changing_billing_mode()) return {};
  return CheckOnDemandUpdate(on_demand, context.billing_mode(), index);
}

Status CheckThroughput(const UpdateContext& context) {
  if (context.update.provisioned_throughput) {
    if (context.billing_mode() == BillingMode::kPayPerRequest) return errors::ThroughputWithPayPerRequest();
    const ThroughputUnits& current = context.settings.provisioned;
    if (!context.changes_billing_mode() && ProvisionedUnits(context.update.provisioned_throughput) == current) {
      return errors::ThroughputUnchanged(current.read, current.write, {});
    }
  }
  // [open] The service's error for a table with replicas that becomes provisioned without auto scaling is not known.
  if (context.changes_billing_mode() && IsGlobal(context.table)) return errors::ReplicaNeedsOnDemand();
  HOLDFAST_RETURN_IF_ERROR(CheckUnitsOfAllIndexes(context));
  HOLDFAST_RETURN_IF_ERROR(CheckOnDemandLimits(context, context.update.on_demand_throughput, {}));
  return CheckWarmUpdate(context.update.warm_throughput, context.settings.warm_or_requested(), {});
}

Status CheckStream(const UpdateContext& context) {
  if (!context.update.stream_specification) return {};
  const bool enabled = context.settings.stream.has_value() && context.settings.stream->enabled;
  const bool enable = *context.update.stream_specification->stream_enabled;
  if (enable && enabled) return errors::StreamAlreadyEnabled(context.table.name());
  if (!enable && IsGlobal(context.table)) return errors::DisablingStreamOfReplica();
  if (!enable && !enabled) return errors::NoStreamToDisable(context.table.name());
  return {};
}

Status CheckEncryption(const UpdateContext& context) {
  if (!context.update.sse_specification) return {};
  if (IsGlobal(context.table)) return errors::NotSupportedOfGlobalTable("SSESpecification");
  // CheckUpdateConflicts refuses the update.
  if (context.settings.changes.encryption.has_value()) return {};
  const std::optional<std::string>& current = context.settings.kms_master_key_arn;
  const SseSpecification& sse = *context.update.sse_specification;
  if (!UsesKms(sse)) {
    if (!current.has_value()) return errors::AlreadyEncryptedByDefault();
    return {};
  }
  if (current == KmsKeyArn(context.database, sse.kms_master_key_id)) return errors::AlreadyEncryptedWithKey();
  return {};
}

bool IsLocalIndex(const Table& table, const std::string& name) { return table.FindLocalIndex(name).has_value(); }

// An index that is being deleted counts, too.
bool IsGlobalIndex(const UpdateContext& context, const std::string& name) {
  const std::optional<IndexSchema>& deleted = context.settings.changes.deleted_index;
  return context.table.FindGlobalIndex(name) != nullptr || (deleted.has_value() && deleted->name == name);
}

// An attribute that is part of an existing key must keep its type. Only the key attributes of the new index are
// checked: other definitions of the request are ignored.
Status CheckTypes(const KeySchema& existing, const KeySchema& added) {
  const auto role = [](const KeySchema& key, const KeyAttribute& attribute) {
    const bool is_hash = std::any_of(key.hash.begin(), key.hash.end(),
                                     [&](const KeyAttribute& other) { return other.name == attribute.name; });
    return is_hash ? "HASH" : "RANGE";
  };
  for (const std::vector<KeyAttribute>* attributes : {&added.hash, &added.range}) {
    for (const KeyAttribute& attribute : *attributes) {
      const KeyAttribute* const same = existing.Find(attribute.name);
      if (same == nullptr || same->type == attribute.type) continue;
      return errors::AttributeRedefined(attribute.name, EnumField<ScalarAttributeType>::TextOf(same->type),
                                        role(existing, *same), EnumField<ScalarAttributeType>::TextOf(attribute.type),
                                        role(added, attribute));
    }
  }
  return {};
}

Status CheckAddedIndexSchema(const UpdateContext& context, const IndexSchema& added) {
  const TableSchema& schema = context.table.schema();
  HOLDFAST_RETURN_IF_ERROR(CheckTypes(schema.key, added.key));
  size_t non_key_attributes = added.non_key_attributes.size();
  for (const IndexSchema& index : schema.local_indexes) {
    HOLDFAST_RETURN_IF_ERROR(CheckTypes(index.key, added.key));
    non_key_attributes += index.non_key_attributes.size();
  }
  for (const std::shared_ptr<GlobalIndex>& index : context.table.global_indexes()) {
    HOLDFAST_RETURN_IF_ERROR(CheckTypes(index->schema.key, added.key));
    non_key_attributes += index->schema.non_key_attributes.size();
  }
  if (non_key_attributes > limits::kNonKeyAttributesTotalMax) return errors::TooManyNonKeyAttributes();
  return {};
}

Status CheckIndexCreation(const UpdateContext& context, const GlobalSecondaryIndex& index) {
  const std::string& name = *index.index_name;
  if (IsLocalIndex(context.table, name) || IsGlobalIndex(context, name)) return errors::IndexAlreadyExists();
  HOLDFAST_ASSIGN_OR_RETURN(const IndexSchema added,
                            BuildAddedIndexSchema(*context.update.attribute_definitions, index));
  HOLDFAST_RETURN_IF_ERROR(CheckAddedIndexSchema(context, added));
  return CheckAddedIndexThroughput(index, context.billing_mode());
}

Status CheckIndexUpdate(const UpdateContext& context, const UpdateGlobalSecondaryIndexAction& index) {
  const std::string& name = *index.index_name;
  if (IsLocalIndex(context.table, name)) return errors::NotAGlobalIndex("update", name);
  if (!IsGlobalIndex(context, name)) return errors::NoSuchIndexToUpdate(name, context.table.name());
  const GlobalIndexSettings& settings = context.settings.global_indexes.at(name);
  if (index.provisioned_throughput) {
    if (context.billing_mode() == BillingMode::kPayPerRequest) {
      return errors::IndexThroughputUpdateWithPayPerRequest(name);
    }
    const ThroughputUnits& current = settings.provisioned;
    if (!context.changes_billing_mode() && ProvisionedUnits(index.provisioned_throughput) == current) {
      return errors::ThroughputUnchanged(current.read, current.write, name);
    }
  }
  HOLDFAST_RETURN_IF_ERROR(CheckOnDemandLimits(context, index.on_demand_throughput, name));
  return CheckWarmUpdate(index.warm_throughput, settings.warm_or_requested(), name);
}

Status CheckIndexDeletion(const UpdateContext& context, const DeleteGlobalSecondaryIndexAction& index) {
  const std::string& name = *index.index_name;
  if (IsLocalIndex(context.table, name)) return errors::NotAGlobalIndex("delete", name);
  if (!IsGlobalIndex(context, name)) return errors::NoSuchIndexToUpdate(name, context.table.name());
  return {};
}

// Only one index may be created or deleted at a time. A change that is under way counts, unless the request deletes
// that index, which is allowed during its backfill. While the table itself is CREATING or DELETING its indexes do not
// count: CheckUpdateConflicts refuses the request later.
Status CheckOneIndexChangeAtATime(const UpdateContext& context) {
  int changes = 0;
  std::string_view removed;
  for (const GlobalSecondaryIndexUpdate& entry : context.update.index_updates()) {
    changes += entry.changes_index_list();
    if (entry.remove) removed = *entry.remove->index_name;
  }
  const TableStatus status = context.table.status();
  if (changes > 0 && (status == TableStatus::kActive || status == TableStatus::kUpdating)) {
    const std::optional<IndexSchema>& deleted = context.settings.changes.deleted_index;
    changes += deleted.has_value() && deleted->name != removed;
    for (const std::shared_ptr<GlobalIndex>& index : context.table.global_indexes()) {
      changes += index->is_being_created() && index->schema.name != removed;
    }
  }
  if (changes > 1) return errors::OneOnlineIndexAtATime();
  return {};
}

Status CheckIndexCount(const UpdateContext& context) {
  size_t indexes = context.table.global_indexes().size();
  bool creates = false;
  for (const GlobalSecondaryIndexUpdate& entry : context.update.index_updates()) {
    creates |= entry.create.has_value();
    indexes += entry.create.has_value();
  }
  if (creates && indexes > limits::kGlobalIndexesMax) return errors::GlobalIndexQuota();
  return {};
}

// The service allows four decreases a day at any time, and further ones an hour after the previous decrease. The engine
// enforces this only with realistic timing, because tests cannot wait that long.
Status CheckDecreases(const UpdateContext& context, const ThroughputUnits& current, const ThroughputUnits& requested,
                      const ThroughputHistory& history) {
  if (!context.database.options.realistic_timing || !history.last_decrease) return {};
  if (requested.read >= current.read && requested.write >= current.write) return {};
  const absl::Time now = context.database.clock->Now();
  const int64_t decreases = history.DecreasesOnDayOf(now);
  if (decreases < kFreeDecreasesPerDay || !IsInCooldown(*history.last_decrease, now, kDecreaseCooldown)) return {};
  return errors::TooManyDecreases(decreases, *history.last_decrease, *history.last_decrease + kDecreaseCooldown);
}

void AddDifference(const ThroughputUnits& from, const ThroughputUnits& to, ThroughputUnits* total) {
  total->read += to.read - from.read;
  total->write += to.write - from.write;
}

Status CheckThroughputQuotas(const UpdateContext& context) {
  const TableUpdate& update = context.update;
  const std::string& region = context.database.region;
  ThroughputUnits more;
  if (update.provisioned_throughput) {
    const ThroughputUnits units = ProvisionedUnits(update.provisioned_throughput);
    HOLDFAST_RETURN_IF_ERROR(CheckDecreases(context, context.settings.provisioned, units, context.settings.history));
    AddDifference(context.settings.provisioned, units, &more);
  }
  HOLDFAST_RETURN_IF_ERROR(
      CheckUnitsQuotas(ProvisionedUnits(update.provisioned_throughput), update.on_demand_throughput, {}, region));
  for (const GlobalSecondaryIndexUpdate& entry : update.index_updates()) {
    if (entry.create) {
      const ThroughputUnits units = ProvisionedUnits(entry.create->provisioned_throughput);
      HOLDFAST_RETURN_IF_ERROR(
          CheckUnitsQuotas(units, entry.create->on_demand_throughput, *entry.create->index_name, region));
      AddDifference({}, units, &more);
    }
    if (entry.update && entry.update->provisioned_throughput) {
      const GlobalIndexSettings& settings = context.settings.global_indexes.at(*entry.update->index_name);
      const ThroughputUnits units = ProvisionedUnits(entry.update->provisioned_throughput);
      HOLDFAST_RETURN_IF_ERROR(CheckDecreases(context, settings.provisioned, units, settings.history));
      HOLDFAST_RETURN_IF_ERROR(CheckUnitsQuotas(units, {}, *entry.update->index_name, region));
      AddDifference(settings.provisioned, units, &more);
    }
    if (entry.update) {
      HOLDFAST_RETURN_IF_ERROR(
          CheckUnitsQuotas({}, entry.update->on_demand_throughput, *entry.update->index_name, region));
    }
  }
  return CheckAccountQuota(context.database, more);
}

Status CheckDeletionProtection(const UpdateContext& context) {
  const std::optional<absl::Time>& last = context.settings.last_update_of_deletion_protection;
  if (!context.update.deletion_protection_enabled || !context.database.options.realistic_timing || !last) return {};
  if (!IsInCooldown(*last, context.database.clock->Now(), kDeletionProtectionCooldown)) return {};
  return errors::DeletionProtectionCooldown(context.table.name(), *last + kDeletionProtectionCooldown);
}

}  // namespace

Status CheckUpdateOfTable(const DatabaseState& database, const Table& table, const TableSettings& settings,
                          const TableUpdate& update) {
  const UpdateContext context{database, table, settings, update};
  HOLDFAST_RETURN_IF_ERROR(CheckThroughput(context));
  HOLDFAST_RETURN_IF_ERROR(CheckStream(context));
  HOLDFAST_RETURN_IF_ERROR(CheckEncryption(context));
  // This precedes the checks whether the indexes exist.
  HOLDFAST_RETURN_IF_ERROR(CheckOneIndexChangeAtATime(context));
  for (const GlobalSecondaryIndexUpdate& entry : update.index_updates()) {
    if (entry.create) HOLDFAST_RETURN_IF_ERROR(CheckIndexCreation(context, *entry.create));
    if (entry.update) HOLDFAST_RETURN_IF_ERROR(CheckIndexUpdate(context, *entry.update));
    if (entry.remove) HOLDFAST_RETURN_IF_ERROR(CheckIndexDeletion(context, *entry.remove));
  }
  return {};
}

Status CheckUpdateQuotas(const DatabaseState& database, const Table& table, const TableSettings& settings,
                         const TableUpdate& update) {
  const UpdateContext context{database, table, settings, update};
  HOLDFAST_RETURN_IF_ERROR(CheckIndexCount(context));
  HOLDFAST_RETURN_IF_ERROR(CheckThroughputQuotas(context));
  return CheckDeletionProtection(context);
}

}  // namespace holdfast
