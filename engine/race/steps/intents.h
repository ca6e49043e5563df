// The items of transactions that are prepared but not committed, and the conflicts that follow:
//
//   prepared                then, on one of its items                 result
//   TransactWriteItems      a write of one item                       TransactionConflictException
//   TransactWriteItems      a member of a BatchWriteItem              comes back unprocessed
//   TransactWriteItems      a transaction of either kind              cancelled, with the reason TransactionConflict
//   TransactWriteItems      Get, Query, Scan, BatchGet                succeeds, and sees the last committed state
//   TransactGetItems        a write or a TransactWriteItems           succeeds, and the TransactGetItems is cancelled
//
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/transaction-apis.html#transaction-conflict-handling
//
// Independent of the store that executes the requests. A holder is a thread of a run (active_run.h), by its number.
//
// Not thread-safe.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/race/steps/footprint.h"
#include "engine/race/steps/step_executor.h"

namespace holdfast::race {

class Intents {
 public:
  enum class Kind { kWrite, kRead };
  using Targets = std::vector<std::optional<Target>>;

  // Registers the targets as intents of the holder, which must have none. For kWrite, also touches each of them, as
  // Touch does. `token`: the ClientRequestToken, or empty.
  void Prepare(int holder, Kind kind, const Targets& targets, std::string_view token);
  // Whether another holder has prepared a write of the item.
  bool HasConflict(int holder, const ItemName& item) const;
  // For each target the result of HasConflict; empty if all are false.
  std::vector<bool> Conflicts(int holder, const Targets& targets) const;
  // Whether another holder has prepared a transaction with this token.
  bool InProgress(int holder, std::string_view token) const;
  // Records that the holder has written the item or prepared a write of it: other transactions that have prepared a
  // read of the item will be cancelled.
  void Touch(int holder, const ItemName& item);
  // Removes the holder's intents. For a prepared read, returns for each target whether another holder has touched it
  // since: then the transaction must be cancelled. Empty if no target was touched, and for a prepared write.
  std::vector<bool> Commit(int holder);

 private:
  struct PreparedTransaction {
    Kind kind;
    Targets targets;
    std::vector<bool> touched;
    std::string token;
  };
  std::map<int, PreparedTransaction> prepared_;
};

// The key space of the intents on a table's items: transactions write it, and writes read it to find conflicts.
std::string PreparedSpace(std::string_view table);
// The keys of the targets, each in the PreparedSpace of its table.
Footprint PreparedFootprint(const Intents::Targets& targets, bool writes);

}  // namespace holdfast::race
