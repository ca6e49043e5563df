// A replica of a global table, of version 2019.11.21 with multi-Region eventual consistency: the connection of a table
// with the tables of its name in other Regions.
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/V2globaltables_HowItWorks.html
//
//   Table in us-east-1 ── Replica ──┐
//   Table in eu-west-1 ── Replica ──┼── Group
//   Table in …         ── Replica ──┘
//                           ├── inbox: changes of items by other Regions that this table has not applied yet
//                           └── requests: changes of settings by other Regions that this Region has not repeated yet
//
// A write to an item in one Region does two things at one moment: it puts the change into the inboxes of all other
// Regions, where it replaces an earlier change of the same key, and it removes the change of that key from the inbox of
// the writing Region. So the last write to an item wins, and these invariants hold at each moment:
//
//   1. For each key, a table has the result of the last write of any Region, or its inbox has it.
//   2. An inbox has at most one change for each key. A deletion is a change, too, and is removed when it has been
//      applied: no tombstones are kept, and no deleted item comes back.
//
// Writes are ordered by when they take the group's latch, which a write does while it holds the latch of its item. The
// service compares time stamps instead. Here no clock decides, so a stopped or skewed clock has no influence, and there
// are no ties. A deletion by time to live is the exception: whether the item has expired is judged by the version that
// its own Region has, so a change of the key in the inbox always counts as later than the deletion.
//
// A table that applies changes late therefore applies only the last of several changes of a key, and its stream has
// only that one. On the service, too, changes that follow each other quickly may arrive as one.
//
// Thread safety: every method may be called from any thread. The group's latch is taken for short sections, in which no
// other latch is taken. So a thread that takes it may hold the latches of one database, and never needs those of a
// second database.
#pragma once

#include <cstddef>
#include <cstdint>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/time/time.h"
#include "engine/base/background_queue.h"
#include "engine/base/enum_field.h"
#include "engine/base/latch.h"
#include "engine/schema/key_rules.h"
#include "engine/schema/table_update.h"
#include "engine/schema/time_to_live_specification.h"
#include "engine/values/item.h"

namespace holdfast {

enum class ReplicaStatus { kCreating, kDeleting, kActive };
template <>
struct EnumNames<ReplicaStatus> {
  using E = ReplicaStatus;
  static constexpr EnumName<E> kNames[] = {
      {E::kCreating, "CREATING"}, {E::kDeleting, "DELETING"}, {E::kActive, "ACTIVE"}};
};

struct ReplicaDescription {
  std::string region;
  ReplicaStatus status = ReplicaStatus::kActive;
};

// The last change of an item that another Region has made.
struct ReplicatedChange {
  std::string partition;
  std::string sort;
  // Of the partition key: the tables of a group have one hash function.
  uint64_t hash = 0;
  // Ascending in the order of the group's writes.
  uint64_t number = 0;
  // Null: the item was deleted.
  ItemRef version;

  TableKey key() const { return {partition, sort}; }
};

// A change of settings that concerns all Regions, and that each Region repeats.
using ReplicatedRequest = std::variant<TableUpdate, TimeToLiveSpecification>;

class Replica {
 public:
  // The first replica of a new group. When there is something to deliver, the worker of `background` is woken; null:
  // there is no worker.
  Replica(std::string region, std::shared_ptr<BackgroundQueue> background);
  // A replica that joins the group of `source` and is CREATING. It receives what other Regions write from now on, and
  // its inbox begins as a copy of that of `source`. The caller copies the items of the table of `source` after this.
  Replica(const Replica& source, std::string region, absl::Time now);
  // Leaves the group.
  ~Replica();
  Replica(const Replica&) = delete;
  Replica& operator=(const Replica&) = delete;

  const std::string& region() const { return region_; }

  // ---- Called by writes (engine/write/replicate_effects.h), with the latch of the item held.
  // The table's item now has the version `version`, or was deleted (null). Allocates memory, so the caller must have a
  // MemoryReserve::Use if this must not fail.
  void Send(const TableKey& key, uint64_t hash, const ItemRef& version);
  // The table's item was deleted by time to live. Sends nothing if the inbox has a change of the item.
  void SendExpiry(const TableKey& key, uint64_t hash);
  // Whether the inbox has a change of the item.
  bool HasChangeOf(const TableKey& key) const;
  // Whether the inbox still has exactly this change, and not a later one of the same key.
  bool IsPending(const ReplicatedChange& change) const;
  // Removes this change, which was applied. Does nothing if the inbox has a later one of the same key.
  void RemoveApplied(const ReplicatedChange& change);

  // ---- Delivery (engine/database/replication.h).
  // Returns the first changes of the inbox, and leaves them there. Changes are in the order of their arrival, but a
  // change that replaces an earlier one of its key takes that one's position.
  std::vector<ReplicatedChange> PendingChanges(size_t count_max);
  size_t pending_count() const;
  bool has_pending() const { return pending_count() > 0; }

  // ---- Changes of settings, of which a group makes one at a time.
  // Begins a change. Returns false if another change is in progress, if a Region has not repeated an earlier change yet
  // or, with `all_active`, if a replica is being created or deleted. After true, the caller must call EndRequest: with
  // the result of CopiesForOthers if the other Regions are to repeat the request, otherwise with an empty list.
  bool BeginRequest(bool all_active);
  std::list<ReplicatedRequest> CopiesForOthers(const ReplicatedRequest& request) const;
  void EndRequest(std::list<ReplicatedRequest> copies) noexcept;
  // The request that this Region has to repeat next. It stays until RemoveRequest.
  std::optional<ReplicatedRequest> NextRequest() const;
  void RemoveRequest();

  // ---- The group.
  void set_status(ReplicaStatus status);
  // The other replicas, in the order in which they joined.
  std::vector<ReplicaDescription> OtherReplicas() const;
  size_t other_count() const;
  bool SharesGroupWith(const Replica& other) const { return group_ == other.group_; }
  // Whether a replica of the group, perhaps this one, was added by a request in `region` after `since`.
  bool HasReplicaAddedInRegionSince(std::string_view region, absl::Time since) const;
  // Ends the replication from and to this table, which is being deleted. Drops the inbox in the background.
  void Stop();
  // Ends the replication like Stop, and removes this replica from the group, so that OtherReplicas of the others no
  // longer returns it. Destroys the inbox before it returns.
  void Leave();

 private:
  struct KeyOrder {
    using is_transparent = void;
    static std::pair<std::string_view, std::string_view> View(const TableKey& key) { return {key.partition, key.sort}; }
    static std::pair<std::string_view, std::string_view> View(const std::pair<std::string, std::string>& key) {
      return key;
    }
    template <typename A, typename B>
    bool operator()(const A& a, const B& b) const {
      return View(a) < View(b);
    }
  };
  using Key = std::pair<std::string, std::string>;

  // Nodes of its containers are allocated one by one, so that a large inbox needs no large block.
  class Inbox {
   public:
    Inbox() = default;
    Inbox(const Inbox& other);
    Inbox& operator=(const Inbox&) = delete;
    ~Inbox();
    void Swap(Inbox& other) noexcept;

    void Put(const TableKey& key, uint64_t hash, uint64_t number, const ItemRef& version);
    void Erase(const TableKey& key);
    // Erases up to `count_max` changes.
    void EraseFirst(size_t count_max);
    // The number of the change; 0 if there is none.
    uint64_t NumberOf(const TableKey& key) const;
    std::vector<ReplicatedChange> First(size_t count_max) const;
    size_t size() const { return changes_.size(); }

   private:
    struct Change {
      uint64_t hash = 0;
      uint64_t number = 0;
      ItemRef version;
      std::list<const Key*>::iterator order_position;
    };
    using Changes = std::map<Key, Change, KeyOrder>;

    // What a change counts in StoredBytes. Includes the item, which the table is going to store, so that writes are
    // refused for lack of memory before such items exceed the limit.
    static size_t BytesOf(const Key& key, const ItemRef& version);

    Changes changes_;
    // The keys, in the order in which their changes are applied.
    std::list<const Key*> apply_order_;
  };

  struct Member {
    std::string region;
    ReplicaStatus status = ReplicaStatus::kActive;
    // The Region whose request added the replica, and when; empty and InfinitePast for the first replica of the group.
    std::string added_by;
    absl::Time joined = absl::InfinitePast();
    // Whether the replica still sends and receives changes and requests: false after Stop and Leave.
    bool replicates = true;
    // Whether the worker was woken since it last asked for the changes of this inbox.
    bool woken = false;
    Inbox inbox;
    std::list<ReplicatedRequest> requests;
  };

  struct Group {
    explicit Group(std::shared_ptr<BackgroundQueue> background_queue) : background(std::move(background_queue)) {}

    const std::shared_ptr<BackgroundQueue> background;
    mutable Latch latch;
    // In the order in which they joined.
    std::vector<Member*> members ABSL_GUARDED_BY(latch);
    uint64_t last_number ABSL_GUARDED_BY(latch) = 0;
    bool request_in_progress ABSL_GUARDED_BY(latch) = false;
  };

  class DroppedInbox;

  // Puts the change into the inboxes of the other replicas. Returns whether the worker is to be woken.
  bool SendLatched(const TableKey& key, uint64_t hash, const ItemRef& version)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(group_->latch);
  // Stops sending and receiving. Swaps the inbox with `*inbox` and the requests with `*requests`, which must be empty.
  void StopLatched(Inbox* inbox, std::list<ReplicatedRequest>* requests) ABSL_EXCLUSIVE_LOCKS_REQUIRED(group_->latch);
  void Wake() const;

  const std::string region_;
  const std::shared_ptr<Group> group_;
  Member member_ ABSL_GUARDED_BY(group_->latch);
};

}  // namespace holdfast
