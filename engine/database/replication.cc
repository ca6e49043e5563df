#include "engine/database/replication.h"

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include "engine/base/memory_reserve.h"
#include "engine/database/builds.h"
#include "engine/database/scheduled_transitions.h"
#include "engine/database/table_streams.h"
#include "engine/database/table_transitions.h"
#include "engine/write/write_path.h"

namespace holdfast {
namespace {

// The settings that the service copies to a new replica. Tags, policy, point-in-time recovery, contributor insights and
// deletion protection belong to one Region.
TableSettings SettingsOfReplica(const TableSettings& settings) {
  TableSettings copied;
  copied.billing_mode = settings.billing_mode;
  copied.last_update_to_pay_per_request = settings.last_update_to_pay_per_request;
  copied.on_demand = settings.on_demand;
  copied.warm = settings.warm;
  copied.table_class = settings.table_class;
  copied.time_to_live = settings.time_to_live;
  copied.global_indexes = settings.global_indexes;
  return copied;
}

void SetReplica(DatabaseState& database, Table& table, std::shared_ptr<Replica> replica) {
  table.ChangeStructure([&](const TableStructure& structure) {
    TableStructure changed = structure;
    changed.replica = std::move(replica);
    return changed;
  });
  database.has_replicas = true;
}

void Apply(DatabaseState& database, const std::shared_ptr<Table>& table, const ReplicatedChange& change) {
  const bool put = change.version != nullptr;
  WriteAction action{put ? WriteKind::kPut : WriteKind::kDelete, table, change.key(), change.hash};
  // A separate Item, because an Item stores the number of the commit that wrote it, and databases number their commits
  // independently.
  if (put) action.item = Item::Create(change.version->attributes());
  action.replicated = &change;
  // [open] Replicated writes take no write units here; on the service they do.
  const Result<Effect> effect = ExecuteWrite(std::move(action), database.commits, *database.clock,
                                             /*collection_bytes_max=*/std::numeric_limits<size_t>::max());
  // A write without a condition and without limits is never refused.
  static_cast<void>(effect);
}

}  // namespace

NewReplica AddReplica(DatabaseState& database, Table& table, std::string region) {
  if (table.structure().stream == nullptr) EnableStream(database, table, StreamViewType::kNewAndOldImages);
  if (table.replica() == nullptr) {
    SetReplica(database, table, std::make_shared<Replica>(database.region, database.options.background));
  }
  const absl::Time now = database.clock->Now();
  table.ChangeSettings([](TableSettings& settings) { settings.changes.replicas = true; });
  ScheduleTransition(database, now, {TransitionKind::kReplicasChanged, table.number()});
  RefreshStatus(table);

  NewReplica added;
  // From now on the new replica receives every write, and so also every write that the image below lacks. A received
  // write that the image contains, too, has no effect.
  added.replica = std::make_shared<Replica>(*table.replica(), std::move(region), now);
  added.schema = table.CurrentSchema();
  added.settings = SettingsOfReplica(table.settings());
  added.stream_view_type = table.structure().stream->identity().view_type;
  added.items = {table.items().TakeImage(), table.identity().hash_seed, added.schema.local_indexes};
  added.last_commit = database.commits.last();
  return added;
}

void AbandonReplica(Table& table) {
  table.ChangeSettings([](TableSettings& settings) { settings.changes.replicas = false; });
  RefreshStatus(table);
}

void CreateReplica(DatabaseState& database, NewReplica source) {
  // Running out of memory between these steps would leave a table of that name that is not a replica.
  MemoryReserve::Refill();
  const MemoryReserve::Use reserve;
  database.commits.ContinueAfter(source.last_commit);
  const std::optional<std::string> expiry_attribute = source.settings.time_to_live.attribute_name;
  const std::shared_ptr<Table> table = AddRestoredTable(database, std::move(source.schema), std::move(source.settings),
                                                        std::move(source.items), TransitionKind::kReplicaCreated);
  SetReplica(database, *table, std::move(source.replica));
  EnableStream(database, *table, source.stream_view_type);
  if (expiry_attribute.has_value()) {
    StartBuild(database, *table, BuildKind::kExpiryOrder, table->AddExpiryOrder(*expiry_attribute));
  }
}

ReceivedChanges ApplyReceivedChanges(DatabaseState& database, size_t count_max) {
  ReceivedChanges received;
  if (!database.has_replicas.load(std::memory_order_relaxed)) return received;
  std::vector<std::shared_ptr<Table>> tables = database.tables.Tables();
  // The changes of a table that is being created wait until its indexes are built.
  std::erase_if(tables, [](const std::shared_ptr<Table>& table) {
    return table->replica() == nullptr || !table->accepts_data_plane_requests() || !table->replica()->has_pending();
  });
  if (tables.empty()) return received;
  const size_t count_for_each = std::max<size_t>(1, count_max / tables.size());
  for (const std::shared_ptr<Table>& table : tables) {
    for (const ReplicatedChange& change : table->replica()->PendingChanges(count_for_each)) {
      Apply(database, table, change);
      ++received.applied;
    }
    received.more = received.more || table->replica()->has_pending();
  }
  return received;
}

}  // namespace holdfast
