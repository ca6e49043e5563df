// What transactions have prepared and not committed yet, and which conflicts follow from it:
//
//   prepared                arriving on one of its items              result
//   TransactWriteItems      a write of one item                       TransactionConflictException
//   TransactWriteItems      a member of a BatchWriteItem              comes back unprocessed
//   TransactWriteItems      a transaction of either kind              cancelled, with the reason TransactionConflict
//   TransactWriteItems      Get, Query, Scan, BatchGet                goes through, and sees the state before
//   TransactGetItems        a write or a TransactWriteItems           goes through, and cancels the TransactGetItems
//
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/transaction-apis.html#transaction-conflict-handling
//
// Knows items and holders, and not what executes requests. Holders are any numbers: those of threads. Not thread-safe.
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

  void Clear() { held_.clear(); }
  // Registers the items. The holder must hold none. `token`: the ClientRequestToken, or empty.
  void Prepare(int holder, Kind kind, const Targets& targets, std::string_view token);
  // Whether another write transaction has prepared the item.
  bool HasConflict(int holder, const ItemName& item) const;
  // For each target whether HasConflict; empty if there is none.
  std::vector<bool> Conflicts(int holder, const Targets& targets) const;
  // Whether another transaction with that token is prepared.
  bool InProgress(int holder, std::string_view token) const;
  // The item was written, or prepared for writing: transactions that have prepared to read it are cancelled.
  void Touch(int holder, const ItemName& item);
  // The targets of the holder's that were touched, as Conflicts has them. Drops what it holds.
  std::vector<bool> Commit(int holder);

 private:
  struct Held {
    Kind kind;
    Targets targets;
    std::vector<bool> touched;
    std::string token;
  };
  std::map<int, Held> held_;
};

// The space of keys that prepared transactions write, and that writes and transactions read.
std::string PreparedSpace(std::string_view table);
// Of the targets' places there.
Footprint PreparedFootprint(const Intents::Targets& targets, bool writes);

}  // namespace holdfast::race
