// `/_holdfast/snapshots`: what databases held at one moment, to go back to.
//
//   POST   /_holdfast/snapshots               {"id": "1"}
//   POST   /_holdfast/snapshots/1/restore     as often as one likes
//   DELETE /_holdfast/snapshots/1
//
// Restoring brings back the databases that were meant when the snapshot was taken, clocks included; those of
// them that were first used since are emptied, and forks made since are dropped.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "engine/base/latch.h"
#include "server/admin/admin_call.h"

namespace holdfast::server {

// Thread-safe.
class Snapshots {
 public:
  explicit Snapshots(Engine* engine) : engine_(engine) {}

  AdminOutcome Take(const AdminCall& call, std::string* body);
  AdminOutcome Restore(const AdminCall& call, std::string* body);
  AdminOutcome Drop(const AdminCall& call, std::string* body);

 private:
  struct Entry {
    DatabaseSelection selection;
    DatabaseClock engine_clock;
    std::vector<std::pair<DatabaseName, Snapshot>> databases;
  };

  // Null if there is none.
  std::shared_ptr<const Entry> Find(std::string_view id) const;
  void EmptyThoseMadeSince(const Entry& entry);

  Engine* const engine_;
  mutable Latch latch_;
  uint64_t next_id_ ABSL_GUARDED_BY(latch_) = 1;
  std::map<std::string, std::shared_ptr<const Entry>, std::less<>> entries_ ABSL_GUARDED_BY(latch_);
};

}  // namespace holdfast::server
