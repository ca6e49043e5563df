// The interface between the race lab and the store that executes its steps. It is implemented for the engine
// (engine_executor.h) and for an upstream, another store to which the server forwards requests
// (server/upstream/upstream_executor.h).
//
// Commit numbers are relative to the run: they continue from the last commit number of the start state, so that runs
// with the same steps have the same numbers.
//
// Not thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "engine/base/result.h"
#include "engine/race/steps/footprint.h"
#include "engine/race/steps/operation.h"
#include "engine/values/attribute_value.h"
#include "engine/values/item.h"

namespace holdfast::race {

// The identity of an item: its table and the packed bytes of its key.
struct ItemName {
  std::string table;
  std::string partition;
  std::string sort;

  friend bool operator==(const ItemName&, const ItemName&) = default;
  friend bool operator<(const ItemName& a, const ItemName& b) {
    return std::tie(a.table, a.partition, a.sort) < std::tie(b.table, b.partition, b.sort);
  }
};

// A version of an item that a step read or wrote.
struct ItemVersion {
  ItemName item;
  // The number of the commit that wrote it; 0 for a read that found no item.
  uint64_t version = 0;
  // For a write: the version that it replaced; 0 if there was no item, and nothing if that is not known.
  std::optional<uint64_t> replaced = std::nullopt;
  // The content and, for a write, the content before; null if there is no item. An empty item: the content is not
  // known.
  ItemRef content = nullptr;
  ItemRef content_before = nullptr;
  // The key as text: `room7`, or `WAREHOUSE#1/PRODUCT#2`.
  std::string key_text = {};
  // For a write: the areas that it touches, those of the item's index entries included.
  std::vector<Area> areas = {};
};

// An item that a request, or a member of a batch or transaction, names by its key. Transactions register their targets
// as intents (intents.h).
struct Target {
  ItemName item;
  std::string key_text;
  bool writes = false;
  // Whether the request has a condition on the item.
  bool conditional = false;
  // Whether the request is an update that only adds to numbers and lists or changes sets, and so loses no other update.
  bool keeps_other_updates = false;
  // Whether it is a put, which stores a whole item.
  bool is_put = false;
};

// Whether the store has received a request and has responded to it.
enum class Delivery {
  kResponded,
  // It may have executed the request. The engine always responds; a store behind a network may not.
  kNoResponse,
  // It has not received the request.
  kNotSent,
};

struct Execution {
  Result<Response> outcome;
  // The areas that the execution actually read and wrote.
  Footprint footprint;
  std::vector<ItemVersion> reads;
  std::vector<ItemVersion> writes;
  // Writes that left an item as it was: there is no new version.
  std::vector<ItemVersion> unchanged = {};
  // The tables that an OpaqueRequest created or deleted. Their items are not among the writes.
  std::vector<std::string> changed_tables = {};
  // Whether the execution made a commit.
  bool committed = false;
  // Unless the delivery is kResponded, `outcome` is some error, and nothing is known to have been read or written.
  Delivery delivery = Delivery::kResponded;
  // The number of the last commit in the state after the execution; for a stale read, in the past state that was read.
  uint64_t as_of = 0;
};

// An item whose time to live is over.
struct ExpiredItem {
  ItemName item;
  std::string key_text;
};

class StepExecutor {
 public:
  virtual ~StepExecutor() = default;

  // The first call saves the present state as the start state. Later calls restore it. A store without snapshots takes
  // the present state as the start state each time: the test has to write the start state before each run.
  virtual void BeginRun() = 0;
  // Whether CountStale and ExecuteStale may be called. Without them a session cannot have stale reads.
  virtual bool can_read_stale() const = 0;
  // The number of the last commit.
  virtual uint64_t last_commit() = 0;

  // FootprintOf returns the largest footprint that the request may have, before it is executed. TargetsOf returns the
  // items that the request names by their keys, one for each member of a batch or transaction, in the order of the
  // members; nullopt for a member whose key does not fit its table. Query, Scan and OpaqueRequest have no targets.
  virtual Footprint FootprintOf(const Request& request) = 0;
  virtual std::vector<std::optional<Target>> TargetsOf(const Request& request) = 0;
  virtual Execution Execute(const Request& request) = 0;

  // The stale responses to an eventually consistent read. A past state counts only if its response differs from those
  // of all later states and of the present one. The past states that count are numbered from 1, the latest first.
  // CountStale counts them, up to `versions_max`. ExecuteStale executes the read on the one with the number `versions`.
  virtual size_t CountStale(const Request& request, size_t versions_max) = 0;
  virtual Execution ExecuteStale(const Request& request, size_t versions) = 0;

  // The items whose time to live is over, ordered by table and key.
  virtual std::vector<ExpiredItem> ExpiredItems() = 0;
  virtual Footprint FootprintOfExpiry(const ItemName& item) = 0;
  // Deletes the item if it is still expired.
  virtual Execution DeleteExpired(const ItemName& item) = 0;

  virtual bool HasTable(std::string_view table) = 0;
  // All items of a table, read consistently, in the order of a Scan. Used to check invariants.
  virtual Result<std::vector<ItemVersion>> ItemsOf(std::string_view table) = 0;
};

}  // namespace holdfast::race
