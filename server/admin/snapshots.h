// `/_holdfast/snapshots`: the state of databases at one moment, to be restored later.
//
//   POST   /_holdfast/snapshots               {"id": "1"}
//   GET    /_holdfast/snapshots               {"snapshots": [{"id": "1", "taken": 1790000000.25, "databases":
//                                             [{"account": "000000000000", "region": "us-east-1"}]}]}, oldest first;
//                                             with "fork" for forks. "taken" is the machine's time
//   POST   /_holdfast/snapshots/1/restore     may be repeated
//   DELETE /_holdfast/snapshots/1
//
// A restore concerns the databases that were selected when the snapshot was taken. They get their content and their
// clocks back; those of them that were first used since then are emptied, and forks created since then are dropped.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
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
  explicit Snapshots(Engine* engine) : engine_(engine) {}

  AdminOutcome Take(const AdminCall& call, std::string* body);
  AdminOutcome List(const AdminCall& call, std::string* body) const;
  AdminOutcome Restore(const AdminCall& call, std::string* body);
  AdminOutcome Drop(const AdminCall& call, std::string* body);
  // The databases that a snapshot was taken of, and that restoring it changes.
  struct Scope {
    DatabaseSelection databases;
    // Whether `all=true` confirmed the selection of all databases.
    bool all;
  };
  // Nothing if there is no such snapshot.
  std::optional<Scope> ScopeOf(std::string_view id) const;

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
