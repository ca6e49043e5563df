// `/_holdfast/snapshots`: states of databases, to be restored later. Each state is of one moment; those of several
// databases are copied one after the other.
//
//   POST   /_holdfast/snapshots               takes a snapshot; responds {"id": "1"}; status 400 if there are
//                                             kSnapshotsMax
//   GET    /_holdfast/snapshots               {"snapshots": [{"id": "1", "taken": 1790000000.25, "databases":
//                                             [{"account": "000000000000", "region": "us-east-1"}]}]}, oldest first;
//                                             with "fork" for forks. "taken" is the machine's time
//   POST   /_holdfast/snapshots/1/restore     responds {"id": "1"}; may be repeated
//   DELETE /_holdfast/snapshots/1             responds {"id": "1"}; status 400 if the snapshot has other databases,
//                                             too, than those that the call selects
//
// A restore concerns the databases that match both its own selection and the one with which the snapshot was taken.
// Those that existed then get back the content and the clock that they had. Those that were created since then are
// reset, or dropped if they are forks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "absl/base/thread_annotations.h"
#include "absl/time/time.h"
#include "engine/base/latch.h"
#include "server/admin/admin_call.h"

namespace holdfast::server {

// Thread-safe.
class Snapshots {
 public:
  // A snapshot of one small table takes 16 KB. Calls that are executed at the same time may exceed kSnapshotsMax
  // by their number.
  static constexpr size_t kSnapshotsMax = 10'000;

  explicit Snapshots(Engine* engine) : engine_(engine) {}

  AdminOutcome Take(const AdminCall& call, std::string* body);
  AdminOutcome List(const AdminCall& call, std::string* body) const;
  // `call` is one for which ScopeOf has succeeded.
  AdminOutcome Restore(const AdminCall& call, std::string* body);
  AdminOutcome Drop(const AdminCall& call, std::string* body);
  struct Scope {
    // Those that a restore changes.
    DatabaseSelection databases;
    // Whether `all=true` confirmed that the snapshot is of all databases.
    bool all;
  };
  // Of a call that restores a snapshot. Fails with status 404 if there is no such snapshot, or if it has none of the
  // databases that the call selects and none of them was created since.
  Result<Scope, AdminFailure> ScopeOf(const AdminCall& call) const;

 private:
  struct Entry {
    absl::Time taken;
    bool all;
    EngineSnapshot snapshot;
  };

  // Null if there is none.
  std::shared_ptr<const Entry> Find(std::string_view id) const;

  Engine* const engine_;
  mutable Latch latch_;
  uint64_t next_id_ ABSL_GUARDED_BY(latch_) = 1;
  // By number, so oldest first.
  std::map<uint64_t, std::shared_ptr<const Entry>> entries_ ABSL_GUARDED_BY(latch_);
};

}  // namespace holdfast::server
