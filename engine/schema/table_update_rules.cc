#include "engine/schema/table_update_rules.h"

#include <algorithm>
#include <string_view>
#include <unordered_set>

#include "engine/errors/tables/replica_errors.h"
#include "engine/errors/tables/table_errors.h"
#include "engine/errors/tables/table_update_errors.h"
#include "engine/schema/schema_rules.h"
#include "engine/schema/setting_rules.h"
#include "engine/schema/throughput_rules.h"

namespace holdfast {
namespace {

// The changes that a request asks for.
struct Changes {
  bool provisioned, billing_mode, indexes, index_list, stream, encryption, table_class, protection, on_demand, warm,
      replicas;

  explicit Changes(const TableUpdate& update)
      : provisioned(update.provisioned_throughput.has_value()),
        billing_mode(update.billing_mode.present()),
        indexes(!update.index_updates().empty()),
        index_list(std::any_of(update.index_updates().begin(), update.index_updates().end(),
                               [](const auto& entry) { return entry.changes_index_list(); })),
        stream(update.stream_specification.has_value()),
        encryption(update.sse_specification.has_value()),
        table_class(update.table_class.present()),
        protection(update.deletion_protection_enabled.has_value()),
        on_demand(HasMembers(update.on_demand_throughput)),
        warm(HasMembers(update.warm_throughput)),
        replicas(update.other_regions.replica_updates.has_value()) {}

  int count() const {
    return provisioned + billing_mode + indexes + stream + encryption + table_class + protection + on_demand + warm +
           replicas;
  }
};

// MultiRegionConsistency is supported only with ReplicaUpdates and only as EVENTUAL, which replicas are by default.
Status CheckOtherRegions(const OtherRegionUpdates& other_regions) {
  if (other_regions.multi_region_consistency &&
      (!other_regions.replica_updates || *other_regions.multi_region_consistency != "EVENTUAL")) {
    return errors::FeatureNotSupported("MultiRegionConsistency");
  }
  if (other_regions.global_table_witness_updates) return errors::FeatureNotSupported("GlobalTableWitnessUpdates");
  if (other_regions.global_table_settings_replication_mode) {
    return errors::FeatureNotSupported("GlobalTableSettingsReplicationMode");
  }
  return {};
}

Status CheckOverrides(const ReplicationGroupMemberAction& action) {
  if (action.override_member) return errors::ReplicaOverrideNotSupported(*action.override_member);
  if (action.kms_master_key_id) return errors::ReplicaOverrideNotSupported("KMSMasterKeyId");
  return {};
}

// A request may create or delete only one replica. As on the service, several entries may do the same to this replica.
// [open] The order of these checks was not captured.
Status CheckReplicaUpdates(const TableUpdate& update) {
  if (!update.other_regions.replica_updates) return {};
  const std::vector<ReplicationGroupUpdate>& entries = *update.other_regions.replica_updates;
  for (const ReplicationGroupUpdate& entry : entries) {
    const int actions = entry.create.has_value() + entry.update.has_value() + entry.remove.has_value();
    if (actions > 1) return errors::SeveralKindsOfReplicaAction();
    if (actions == 0) return errors::NoReplicaAction();
    if (entry.create) HOLDFAST_RETURN_IF_ERROR(CheckOverrides(*entry.create));
    if (entry.update) {
      HOLDFAST_RETURN_IF_ERROR(CheckOverrides(*entry.update));
      // An Update without overrides changes nothing.
      return errors::NoReplicaAction();
    }
  }
  const ReplicationGroupUpdate& first = entries.front();
  for (const ReplicationGroupUpdate& entry : entries) {
    if (entry.create.has_value() != first.create.has_value()) return errors::SeveralKindsOfReplicaAction();
    const bool same = first.create ? entry.create->region_name == first.create->region_name
                                   : entry.remove->region_name == first.remove->region_name;
    if (!same) return errors::SeveralReplicaActions();
  }
  return {};
}

// Some changes must be the only one in their request, and others exclude each other. If a request breaks several of
// these rules, the service reports one of them. Their precedence was captured only for encryption, table class,
// deletion protection and warm throughput.
Status CheckCombination(const TableUpdate& update) {
  const Changes changes(update);
  if (changes.count() == 0) return errors::NothingToUpdate(update.other_regions.multi_region_consistency.has_value());
  if (update.global_secondary_index_updates && !changes.indexes) return errors::GlobalIndexUpdateListEmpty();
  const bool alone = changes.count() == 1;
  if (changes.encryption && !alone) return errors::ModificationNotAlone("Server-Side Encryption");
  if (changes.table_class && !alone) return errors::ModificationNotAlone("TableClass");
  if (changes.protection && !alone) return errors::ModificationNotAlone("DeletionProtection");
  const bool creates_index = std::any_of(update.index_updates().begin(), update.index_updates().end(),
                                         [](const auto& entry) { return entry.create.has_value(); });
  if (changes.warm && creates_index) return errors::IndexCreationWithWarmThroughput();
  if (changes.warm && !alone) return errors::WarmThroughputNotAlone();
  if (changes.replicas && !alone) return errors::ModificationNotAlone("Replica");
  if (changes.on_demand && changes.count() > 1 + changes.billing_mode) return errors::OnDemandThroughputNotAlone();
  // A change to PAY_PER_REQUEST does not count as a change of IOPS.
  const bool changes_iops = changes.provisioned || update.billing_mode.is(BillingMode::kProvisioned);
  if (changes.stream && changes_iops) return errors::StreamWithThroughput();
  if (changes.index_list && changes.provisioned) return errors::IndexWithThroughput();
  if (changes.index_list && changes.stream) return errors::IndexWithStream();
  return CheckOtherRegions(update.other_regions);
}

Status CheckThroughput(const TableUpdate& update) {
  if (update.billing_mode.is(BillingMode::kPayPerRequest) && update.provisioned_throughput) {
    return errors::ThroughputChangeWithPayPerRequest();
  }
  if (update.billing_mode.is(BillingMode::kProvisioned) && !update.provisioned_throughput) {
    return errors::ThroughputMissingInUpdate();
  }
  return CheckUnitsBounds(ProvisionedUnits(update.provisioned_throughput), {});
}

Status CheckStream(const std::optional<StreamSpecification>& stream) {
  if (!stream) return {};
  const bool has_view_type = stream->stream_view_type.present();
  if (*stream->stream_enabled && !has_view_type) return errors::StreamViewTypeMissingInUpdate();
  if (!*stream->stream_enabled && has_view_type) return errors::StreamViewTypeWhileDisabling();
  return {};
}

Status CheckIndexCreation(const TableUpdate& update, const GlobalSecondaryIndex& index) {
  if (!update.attribute_definitions || update.attribute_definitions->empty()) {
    return errors::DefinitionsMissingForIndex(*index.index_name);
  }
  if (index.warm_throughput && !HasMembers(index.warm_throughput)) {
    return errors::WarmThroughputOfIndexEmpty(*index.index_name);
  }
  HOLDFAST_RETURN_IF_ERROR(BuildAddedIndexSchema(*update.attribute_definitions, index));
  return CheckUnitsBounds(ProvisionedUnits(index.provisioned_throughput), *index.index_name);
}

Status CheckIndexUpdate(const UpdateGlobalSecondaryIndexAction& index) {
  if (index.warm_throughput && !HasMembers(index.warm_throughput)) {
    return errors::WarmThroughputOfIndexEmpty(*index.index_name);
  }
  if (!index.provisioned_throughput && !HasMembers(index.on_demand_throughput) && !index.warm_throughput) {
    return errors::IndexUpdateWithoutChange(*index.index_name);
  }
  return CheckUnitsBounds(ProvisionedUnits(index.provisioned_throughput), *index.index_name);
}

Status CheckIndexUpdates(const TableUpdate& update) {
  std::unordered_set<std::string_view> names;
  for (const GlobalSecondaryIndexUpdate& entry : update.index_updates()) {
    const int actions = entry.update.has_value() + entry.create.has_value() + entry.remove.has_value();
    if (actions == 0) return errors::IndexActionMissing();
    if (actions > 1) return errors::SeveralIndexActions();
    const std::string_view name = entry.update   ? *entry.update->index_name
                                  : entry.create ? *entry.create->index_name
                                                 : *entry.remove->index_name;
    if (!names.insert(name).second) return errors::SeveralUpdatesOfIndex(name);
  }
  for (const GlobalSecondaryIndexUpdate& entry : update.index_updates()) {
    if (entry.create) HOLDFAST_RETURN_IF_ERROR(CheckIndexCreation(update, *entry.create));
    if (entry.update) HOLDFAST_RETURN_IF_ERROR(CheckIndexUpdate(*entry.update));
  }
  return {};
}

}  // namespace

Status CheckTableUpdate(const TableUpdate& update) {
  if (update.changes_vector_indexes) return errors::FeatureNotSupported("VectorIndexUpdates");
  HOLDFAST_RETURN_IF_ERROR(CheckCombination(update));
  HOLDFAST_RETURN_IF_ERROR(CheckReplicaUpdates(update));
  HOLDFAST_RETURN_IF_ERROR(CheckThroughput(update));
  HOLDFAST_RETURN_IF_ERROR(CheckStream(update.stream_specification));
  if (update.sse_specification) HOLDFAST_RETURN_IF_ERROR(CheckSse(*update.sse_specification));
  HOLDFAST_RETURN_IF_ERROR(CheckTableClass(update.table_class));
  return CheckIndexUpdates(update);
}

}  // namespace holdfast
