// Changes of settings that concern all Regions of a global table: time to live, global indexes, on-demand limits, warm
// throughput, table class. The Region of the request makes the change and sends the request to the others, which repeat
// it; until all have done so, no other such change begins.
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/V2globaltables_HowItWorks.html
//
// Thread safety: IsGlobal and IsSourceOfReplica may be called from any thread, RepeatReceivedRequests by one thread at
// a time for each database (Database::RunBackgroundSlice holds a latch). A GroupRequest is not thread-safe.
#pragma once

#include <list>
#include <string_view>
#include <utility>

#include "absl/time/time.h"
#include "engine/database/database_state.h"
#include "engine/replication/replica.h"
#include "engine/tables/table.h"

namespace holdfast {

// Whether the table has replicas in other Regions.
inline bool IsGlobal(const Table& table) { return table.replica() != nullptr && table.replica()->other_count() > 0; }

// Whether a request in `region` has added a replica, which still exists, in the 24 hours before `now`. Then the replica
// in `region` cannot be deleted.
inline bool IsSourceOfReplica(const Replica& replica, std::string_view region, absl::Time now) {
  return replica.HasReplicaAddedInRegionSince(region, now - absl::Hours(24));
}

// A change of settings in a group of replicas, which makes one such change at a time: Begin begins it, and the
// destructor ends it.
class GroupRequest {
 public:
  explicit GroupRequest(Replica& replica) : replica_(replica) {}
  ~GroupRequest() {
    if (begun_) replica_.EndRequest(sends_ ? std::move(copies_) : std::list<ReplicatedRequest>());
  }
  GroupRequest(const GroupRequest&) = delete;
  GroupRequest& operator=(const GroupRequest&) = delete;

  // See Replica::BeginRequest.
  bool Begin(bool all_active) { return begun_ = replica_.BeginRequest(all_active); }
  // Copies the request for the other Regions. Called before the change is made, because copying may run out of memory.
  void Prepare(const ReplicatedRequest& request) { copies_ = replica_.CopiesForOthers(request); }
  // Called after the change was made: when this object is destroyed, the prepared request is sent to the other Regions.
  void Send() noexcept { sends_ = true; }

 private:
  Replica& replica_;
  bool begun_ = false;
  bool sends_ = false;
  std::list<ReplicatedRequest> copies_;
};

// Repeats the requests that tables of this database have received from other Regions. A request that a table refuses
// because another change is under way is tried again by the next call.
void RepeatReceivedRequests(DatabaseState& database);

}  // namespace holdfast
