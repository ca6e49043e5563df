// The stale-write detector: finds writes that rest on reads which may have been stale, also in runs where they did no
// harm. It depends on actors, items, versions and footprints, and not on the store that executed the operations.
//
//   lost update     an unconditional write to an item by an actor whose last read of the item saw another version than
//                   the one that the write replaces
//   decided on …    an unconditional write to an item that the actor last read through a global index, or by an
//                   eventually consistent read, both of which may lag. A later read of these kinds that did not return
//                   the item counts as well, if the write changes an area that this read covered: an actor whose query
//                   of an index finds no booking, and who then puts one, has decided on that index
//
// A write is unconditional if it has no condition and, in a transaction, no other member of the transaction has one.
// A statement of PartiQL may read or write any item: it is not flagged, and after it the actor's earlier reads do not
// count. Updates that only add to numbers or lists, or change sets, lose no other update, and are not flagged. An
// actor's own write counts as a consistent read of the item.
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
  // The version that the actor read last, and the version that its write replaced; 0: no item. Except in a lost update,
  // overwritten_version is also 0 if the replaced version is not known.
  uint64_t read_version = 0;
  uint64_t overwritten_version = 0;
};
// `lost update`, `decided on an index read`, `decided on an eventually consistent read`.
std::string_view NameOf(Finding::Kind kind);
// Whether they have the same kind, actor, operation and table.
bool IsOfSameKind(const Finding& a, const Finding& b);
// `lost update: bob's PutItem of room7 in Rooms overwrites v4, but bob had read v3`
std::string Describe(const Finding& finding);

// Checks one run. Not thread-safe.
class StaleWriteDetector {
 public:
  enum class ReadKind { kConsistent, kEventual, kIndex };

  // Records a read. `versions`: the items that it returned; `footprint`: the areas that it read.
  void Read(std::string_view actor, ReadKind kind, const Footprint& footprint,
            const std::vector<ItemVersion>& versions);
  // Forgets the actor's reads, because it may have read anything since.
  void Forget(std::string_view actor);
  struct Write {
    std::string_view actor;
    std::string_view operation;
    bool unconditional = false;
    const std::vector<ItemVersion>& versions;
    // For each version whether its update overwrites no other update.
    const std::vector<bool>& keeps_other_updates;
  };
  // Checks an executed write, and records its versions as read by the actor. Returns at most one finding for each item;
  // the caller sets Finding::run.
  std::vector<Finding> Check(const Write& write);

 private:
  // The actor's last read of an item. `order`: its number among the reads and writes of the actor, from 1.
  struct ItemRead {
    ReadKind kind;
    uint64_t version;
    size_t order;
  };
  struct AreaRead {
    ReadKind kind;
    Area area;
    size_t order;
  };
  struct ActorReads {
    std::map<ItemName, ItemRead> items;
    std::vector<AreaRead> areas;
    size_t access_count = 0;
  };

  static std::optional<Finding::Kind> ClassifyWrite(const ActorReads& actor_reads, const ItemVersion& written);

  std::map<std::string, ActorReads, std::less<>> reads_by_actor_;
};

}  // namespace holdfast::race
