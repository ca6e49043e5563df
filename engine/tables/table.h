// A table: its schema, its items, its indexes and its settings.
//
//   Table ── schema, number, id, ARN        never change
//      ├── items: PartitionMap              with one local order for each local index, in the schema's order
//      ├── structure                        references to what writes update together with the items: global indexes
//      │                                    (each a schema and a PartitionMap of entries), the stream, and the replica,
//      │                                    which connects the table with other Regions. The references are immutable,
//      │                                    and replaced as a whole
//      └── settings                         under a latch
//
// While time to live is enabled, the table also has its items in the order of their expiry: expiry_order(). While
// point-in-time recovery is on, it has earlier versions of its items: recovery_history().
//
// Tables are held by std::shared_ptr: a request keeps the table it found, even if DeleteTable removes the name
// meanwhile.
//
// Thread safety: every method may be called from any thread; items and entries are guarded by the latches of their
// maps.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/time/time.h"
#include "engine/base/background_queue.h"
#include "engine/base/enum_field.h"
#include "engine/base/latch.h"
#include "engine/replication/replica.h"
#include "engine/schema/table_schema.h"
#include "engine/storage/partition_map.h"
#include "engine/streams/table_stream.h"
#include "engine/tables/expiry_order.h"
#include "engine/tables/recovery_history.h"
#include "engine/tables/table_settings.h"

namespace holdfast {

enum class TableStatus { kCreating, kUpdating, kDeleting, kActive };
template <>
struct EnumNames<TableStatus> {
  using E = TableStatus;
  static constexpr EnumName<E> kNames[] = {
      {E::kCreating, "CREATING"}, {E::kUpdating, "UPDATING"}, {E::kDeleting, "DELETING"}, {E::kActive, "ACTIVE"}};
};

// A global index. Its entries are keyed by the index's hash attributes (a composite if there are several), and sorted
// by its range attributes followed by the table's key: see engine/values/key_bytes.h.
//
// An index that is added to an existing table is CREATING until every item that existed before has its entry. All
// writes maintain it from the start; until it is ACTIVE it cannot be read, and items may violate its key rules.
struct GlobalIndex {
  enum class Origin { kWithTable, kAddedOnline };

  // `hash`: the hash function of the table.
  GlobalIndex(IndexSchema index_schema, size_t index_ordinal, const PartitionHash& hash,
              Origin index_origin = Origin::kWithTable);
  ~GlobalIndex();

  TableStatus status() const { return status_.load(std::memory_order_acquire); }
  void set_status(TableStatus status) { status_.store(status, std::memory_order_release); }
  bool is_being_created() const { return status() == TableStatus::kCreating; }
  // A reader checks this after it has read: entries of a dropped index may be incomplete.
  bool dropped() const { return status() == TableStatus::kDeleting; }
  // For an index that is being added: false until its resources are allocated, then true until the entries of all
  // existing items have been added.
  bool backfilling() const { return backfilling_.load(std::memory_order_acquire); }
  void set_backfilling(bool backfilling) { backfilling_.store(backfilling, std::memory_order_release); }

  const IndexSchema schema;
  // The number of the index among all global indexes that the table has ever had; never reused.
  const size_t ordinal;
  const Origin origin;
  PartitionMap entries;

  // A copy that shares all entries. No write to the original may be under way.
  std::shared_ptr<GlobalIndex> Copy() const;

  // What StoredBytes counts for a copy of the index, without its entries.
  size_t copy_bytes() const { return own_bytes() + entries.own_bytes(); }

 private:
  // What StoredBytes counts for the object, besides what `entries` counts itself.
  size_t own_bytes() const;

  std::atomic<TableStatus> status_{TableStatus::kActive};
  std::atomic<bool> backfilling_{false};
};
// In the order in which they were created.
using GlobalIndexes = std::vector<std::shared_ptr<GlobalIndex>>;

// The objects that each write must update together with the items of a table.
struct TableStructure {
  GlobalIndexes global_indexes;
  // The stream that records changes; null while none is enabled.
  std::shared_ptr<TableStream> stream;
  // The connection with the tables of other Regions; null if the table never had replicas. Copies of a table have none.
  std::shared_ptr<Replica> replica = nullptr;
  // The ordinal of the next global index that is added.
  size_t next_index_ordinal = 0;
};

class Table {
 public:
  struct Identity {
    // Tables of one database are locked in ascending order of their numbers.
    uint64_t number = 0;
    // A UUID, fresh for each creation.
    std::string id;
    std::string arn;
    absl::Time creation_time;
    // The seed of the hash of partition keys: that of the database or, for a restored table or a new replica, that of
    // the table whose items it takes over. The same in all copies of the table.
    uint64_t hash_seed = 0;
  };

  Table(TableSchema schema, Identity identity, TableSettings settings);
  // A copy that shares all items and entries with the original; later changes of either do not affect the other. No
  // write to the original may be under way. `stream`: a copy of the original's stream, or null.
  Table(const Table& original, Identity identity, std::shared_ptr<TableStream> stream);
  // Leaves the destruction of a large table's contents to the background worker, if there is one.
  ~Table();
  Table(const Table&) = delete;
  Table& operator=(const Table&) = delete;

  // With the global indexes that the table was created with.
  const TableSchema& schema() const { return schema_; }
  // The schema with the global indexes that the table has at this moment, also those that are being created.
  TableSchema CurrentSchema() const;
  const Identity& identity() const { return identity_; }
  const std::string& name() const { return schema_.name; }
  uint64_t number() const { return identity_.number; }
  const std::string& id() const { return identity_.id; }
  const std::string& arn() const { return identity_.arn; }
  absl::Time creation_time() const { return identity_.creation_time; }

  PartitionMap& items() { return items_; }
  const PartitionMap& items() const { return items_; }

  // The structure at this moment; the reference is valid as long as the table. The structure is replaced only while
  // every latch of items() is held, so it does not change while a thread holds one of them.
  const TableStructure& structure() const { return *structure_.load(std::memory_order_acquire); }
  const GlobalIndexes& global_indexes() const { return structure().global_indexes; }
  bool has_global_indexes() const { return !global_indexes().empty(); }
  // Null if the table never had replicas in other Regions.
  Replica* replica() const { return structure().replica.get(); }
  // Replaces the structure by the result of `change(const TableStructure&)`, at one moment for all writers. Latches
  // items(), so the caller must hold none.
  void ChangeStructure(const std::function<TableStructure(const TableStructure&)>& change);
  // Adds an empty index that is CREATING. Every write that begins to change items from now on maintains it.
  std::shared_ptr<GlobalIndex> AddGlobalIndex(IndexSchema schema);
  // Removes the index from the structure, so that no writer or reader finds it, and frees its entries.
  void DropGlobalIndex(GlobalIndex& index);
  // Null if there is none of that name, or with that ordinal.
  std::shared_ptr<GlobalIndex> FindGlobalIndex(std::string_view index_name) const;
  std::shared_ptr<GlobalIndex> FindGlobalIndexByOrdinal(size_t ordinal) const;

  // The items in the order of their expiry; null while time to live is disabled. The pointer changes only while every
  // latch of items() is held, so the caller must hold one of them.
  ExpiryOrder* expiry_order() const { return expiry_order_.get(); }
  // Adds an order without entries, and returns its serial number. Every write that begins to change items from now on
  // maintains it. Latches items(), so the caller must hold none.
  uint64_t AddExpiryOrder(std::string attribute_name);
  void DropExpiryOrder();

  // What point-in-time recovery can restore.
  RecoveryHistory& recovery_history() { return recovery_history_; }
  const RecoveryHistory& recovery_history() const { return recovery_history_; }

  // For a new table that restores `image`, which was taken of a map with `source_local_orders` local orders: shares the
  // image's items if the local indexes are the same, else keeps the image as restore_source(), from which the restore
  // copies the items (engine/database/table_restore.h). Must be called before other threads can reach the table.
  void RestoreItems(PartitionMap::Image image, size_t source_local_orders, bool same_local_indexes);
  // Guarded by the control-plane latch. Null if there is none (any more).
  const PartitionMap* restore_source() const { return restore_source_.get(); }
  void DropRestoreSource();

  // The position of the index in schema().local_indexes, which is also that of its entries in the partitions of
  // items(); nothing if there is no such index.
  std::optional<size_t> FindLocalIndex(std::string_view index_name) const;

  // The queue that destroys large contents that are no longer used; null: the thread that drops them destroys them.
  // Must be set before other threads can reach the table. Copies of the table share the queue.
  void set_background_queue(std::shared_ptr<BackgroundQueue> background) { background_ = std::move(background); }

  TableStatus status() const { return status_.load(std::memory_order_acquire); }
  void set_status(TableStatus status) { status_.store(status, std::memory_order_release); }
  // The data plane does not find a table that is CREATING or DELETING.
  bool accepts_data_plane_requests() const {
    const TableStatus status = this->status();
    return status != TableStatus::kCreating && status != TableStatus::kDeleting;
  }

  TableSettings settings() const {
    LatchLock lock(&settings_latch_);
    return settings_;
  }
  // Runs `read(const TableSettings&)` with the settings' latch held, and returns its result. That latch comes last: it
  // may be taken under a latch of items(), and no latch may be taken under it.
  template <typename Read>
  auto ReadSettings(Read read) const {
    LatchLock lock(&settings_latch_);
    return read(settings_);
  }
  // Runs `change(TableSettings&)` with the settings' latch held, and returns its result.
  template <typename Change>
  auto ChangeSettings(Change change) {
    LatchLock lock(&settings_latch_);
    return change(settings_);
  }

  // What StoredBytes counts for a copy of the table and its global indexes, without items and entries.
  size_t copy_bytes() const;

 private:
  // What StoredBytes counts for the object, besides what its parts count themselves.
  size_t own_bytes() const;
  void Publish(TableStructure structure);
  // Replaces the order by `order`. Returns the previous one.
  std::unique_ptr<ExpiryOrder> SwapExpiryOrder(std::unique_ptr<ExpiryOrder> order);

  const TableSchema schema_;
  const Identity identity_;
  PartitionMap items_;
  std::unique_ptr<ExpiryOrder> expiry_order_;
  // The serial number of the next order. Guarded by the control-plane latch, which callers of AddExpiryOrder hold.
  uint64_t next_expiry_serial_ = 1;
  RecoveryHistory recovery_history_;
  // Shared by copies of the table, and never changed.
  std::shared_ptr<const PartitionMap> restore_source_;
  std::shared_ptr<BackgroundQueue> background_;
  // Every structure the table has had. Readers hold plain references to them, which are not counted, so none is freed
  // before the table. Each keeps its global indexes alive, 5 KB for an empty one, which StoredBytes counts.
  Latch structures_latch_;
  std::vector<std::unique_ptr<const TableStructure>> structures_ ABSL_GUARDED_BY(structures_latch_);
  std::atomic<const TableStructure*> structure_;
  std::atomic<TableStatus> status_{TableStatus::kActive};
  mutable Latch settings_latch_;
  TableSettings settings_ ABSL_GUARDED_BY(settings_latch_);
};

// `arn:aws:dynamodb:<region>:<account>:table/<table>`
std::string TableArn(std::string_view region, std::string_view account, std::string_view table_name);

}  // namespace holdfast
