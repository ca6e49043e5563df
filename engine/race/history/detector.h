// The stale-write detector: finds writes that rest on what the actor cannot know to be current, also in runs where they
// did no harm. It knows actors, items, versions and footprints, and not what executed them.
//
//   lost update     an unconditional write to an item by an actor whose last read of it is older than what it
//                   overwrites
//   decided on …    an unconditional write to what the actor last saw through a global index, or by an eventually
//                   consistent read, both of which may be behind. Ranges count: a booking that is put where a query of
//                   an index found none was decided on that index
//
// A write is unconditional if neither it nor, in a transaction, any other of its members has a condition. Updates that
// only add to numbers or change sets lose no other's update, and are not flagged. What an actor has written itself it
// knows.
//
// Lost updates are the phenomenon P4 of: H. Berenson et al., A critique of ANSI SQL isolation levels, SIGMOD 1995.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/race/steps/footprint.h"
#include "engine/race/steps/step_executor.h"

namespace holdfast::race {

struct Finding {
  enum class Kind { kLostUpdate, kDecidedOnIndex, kDecidedOnEventualRead };
  Kind kind = Kind::kLostUpdate;
  uint64_t run = 0;
  std::string actor;
  std::string operation;
  std::string table;
  std::string key_text;
  // What was read last, and what was overwritten; 0: no item.
  uint64_t read_version = 0;
  uint64_t overwritten_version = 0;
};
// `lost update`, `decided on an index read`, `decided on an eventually consistent read`.
std::string_view NameOf(Finding::Kind kind);
// `lost update: bob's PutItem of room7 in Rooms overwrites v4, but bob had read v3`
std::string Describe(const Finding& finding);

// Of one run. Not thread-safe.
class StaleWriteDetector {
 public:
  enum class ReadKind { kConsistent, kEventual, kIndex };

  // `versions`: the items that were seen; `footprint`: all that was looked at.
  void Read(std::string_view actor, ReadKind kind, const Footprint& footprint,
            const std::vector<ItemVersion>& versions);
  // A write that was committed. `findings`: at most one for each item, without `run`.
  struct Write {
    std::string_view actor;
    std::string_view operation;
    bool unconditional = false;
    const Footprint& footprint;
    const std::vector<ItemVersion>& versions;
    // For each version whether its update commutes with others.
    const std::vector<bool>& commutes;
  };
  std::vector<Finding> Check(const Write& write);

 private:
  struct ReadItem {
    ReadKind kind;
    uint64_t version;
    size_t order;
  };
  struct ReadArea {
    ReadKind kind;
    Area area;
    size_t order;
  };
  struct Knowledge {
    std::map<ItemName, ReadItem> items;
    std::vector<ReadArea> areas;
    size_t reads = 0;
  };

  static std::optional<Finding::Kind> Judge(const Knowledge& known, const ItemVersion& written,
                                            const Footprint& footprint);

  std::map<std::string, Knowledge, std::less<>> known_;
};

}  // namespace holdfast::race
