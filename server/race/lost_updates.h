// Finds lost updates outside of race sessions, where a request does not say who sends it.
//
// Two writes of one item that were under way at the same time come from two clients, or from one that does not wait.
// The second write loses the update of the first if the second has no condition, does not merely add to what is stored,
// and can only rest on a read before the first write. This last condition holds if the item was read at least twice
// before the first write (one of these reads belongs to the first write) and was not read between the two writes. This
// is the finding "lost update" of the stale-write detector (engine/race/history/detector.h) as far as it can be made
// without actors.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/engine.h"
#include "engine/race/steps/intents.h"
#include "engine/race/steps/step_executor.h"

namespace holdfast::server {

// Thread-safe.
class LostUpdates {
 public:
  using Clock = std::chrono::steady_clock;
  static constexpr size_t kFindingsMax = 20;
  static constexpr size_t kItemsMax = 10'000;

  struct Finding {
    std::string operation;
    std::string table;
    std::string key_text;
    // A version is the number of the commit that wrote it; 0: the item was absent.
    uint64_t read_version = 0;
    uint64_t overwritten_version = 0;
  };
  // `PutItem of room7 in Rooms overwrites v4 without a condition; the item was last read as v3`
  static std::string Describe(const Finding& finding);

  void Restart();
  // Forgets the reads and writes of all items of the database: a statement of PartiQL was executed, and may have read
  // or written any.
  void ForgetItems(const DatabaseName& database);
  // A request that was executed, of which Executed takes account. `arrived`: when the server received it.
  struct Request {
    const DatabaseName& database;
    std::string_view operation;
    const race::Intents::Targets& targets;
    Clock::time_point arrived;
  };
  void Executed(const Request& request, const race::Execution& execution, Clock::time_point now);
  // The first finding for each operation, table and item, in whichever database; at most kFindingsMax.
  std::vector<Finding> findings() const;

 private:
  struct Item {
    // The version that the item has now, as far as the executed requests show.
    uint64_t version = 0;
    // How often the item was read as `version`.
    size_t reads = 0;
    // How many of the reads of `earlier_version` may belong to writes that are still to come.
    size_t earlier_reads = 0;
    // The version that the item was last read as before `version` was written.
    uint64_t earlier_version = 0;
    // When `version` was written, if this object has seen that write.
    Clock::time_point written{};
  };

  void Read(const DatabaseName& database, const race::ItemVersion& read);
  void Write(const Request& request, const race::ItemVersion& written, Clock::time_point now);

  mutable std::mutex mutex_;
  // Guarded by mutex_.
  std::map<std::pair<DatabaseName, race::ItemName>, Item> items_;
  std::vector<Finding> findings_;
};

}  // namespace holdfast::server
