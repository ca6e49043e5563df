// What executes the steps of a race: the seam between the lab and a store. The engine is the first implementation
// (engine_executor.h).
//
// Commit numbers are those of the run: they go on from the start state's, and are the same in every run that does the
// same.
//
// Not thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "engine/race/steps/footprint.h"
#include "engine/race/steps/operation.h"
#include "engine/values/attribute_value.h"
#include "engine/values/item.h"

namespace holdfast::race {

// An item by its place: the key bytes of its table's key.
struct ItemName {
  std::string table;
  std::string partition;
  std::string sort;

  friend auto operator<=>(const ItemName&, const ItemName&) = default;
};

// A version of an item that a step saw, or made.
struct ItemVersion {
  ItemName item;
  // The commit that wrote it; 0: there was no such item.
  uint64_t version = 0;
  // Of a write: what it replaced, with 0 as above.
  uint64_t replaced = 0;
  // The content, and of a write the content before; null if there is no such item, or if it is not known.
  ItemRef content = nullptr;
  ItemRef content_before = nullptr;
  // The key in a reader's form: `room7`, or `WAREHOUSE#1/PRODUCT#2`.
  std::string key_text = {};
};

// One member of a request that names an item: what transactions register as intents.
struct Target {
  ItemName item;
  std::string key_text;
  bool writes = false;
  // Whether the request puts a condition on it.
  bool conditional = false;
  // UpdateItem that only adds to numbers or changes sets (ADD, DELETE): it loses no other's update.
  bool commutes = false;
};

struct Execution {
  Result<Response> outcome;
  // What it did read and write.
  Footprint footprint;
  std::vector<ItemVersion> reads;
  std::vector<ItemVersion> writes;
  // What it wrote as it was already: no new version, and no commit.
  std::vector<ItemVersion> unchanged = {};
  // Whether it committed anything.
  bool committed = false;
  // Of a read: the commit up to which it saw the state; the latest, but for stale reads.
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

  // The start state: as it is at the first call. Later calls restore it.
  virtual void BeginRun() = 0;
  // Whether ExecuteStale works; a session that asks for stale reads without it is refused.
  virtual bool can_read_stale() const = 0;
  // The last commit's number.
  virtual uint64_t last_commit() = 0;

  // The footprint that the request has at most, and the items it names in the order of its members: none where a key
  // does not fit its table.
  virtual Footprint FootprintOf(const Request& request) = 0;
  virtual std::vector<std::optional<Target>> TargetsOf(const Request& request) = 0;
  virtual Execution Execute(const Request& request) = 0;

  // How many different older answers there are to an eventually consistent read, at most `versions_max`; and such an
  // answer: of the latest state that differs from the present one in what is read (1), of the latest before that (2)…
  virtual size_t CountStale(const Request& request, size_t versions_max) = 0;
  virtual Execution ExecuteStale(const Request& request, size_t versions) = 0;

  // In the order of their tables and keys.
  virtual std::vector<ExpiredItem> ExpiredItems() = 0;
  virtual Footprint FootprintOfExpiry(const ItemName& item) = 0;
  // Deletes the item if it is still expired.
  virtual Execution DeleteExpired(const ItemName& item) = 0;

  // For invariants: all items of a table, by consistent reads, in the order of a Scan.
  virtual Result<std::vector<ItemVersion>> ItemsOf(std::string_view table) = 0;
};

}  // namespace holdfast::race
