// The stale-write detector: finds writes that rest on something the actor cannot know to be current, also in runs where
// they did no harm. It knows actors, items and versions, and not what executed them.
//
//   lost update     an unconditional write to an item by an actor whose last read of it is older than what it
//                   overwrites
//   unguarded       an unconditional write to an item that the actor last saw through a global index, or by an
//                   eventually consistent read: both may be behind
//
// A write is unconditional if neither it nor, in a transaction, any other of its members has a condition. Updates that
// only add to numbers or change sets lose no other's update, and are not flagged.
//
// After Lost updates, as in: A. Adya, B. Liskov, P. O'Neil, Generalized isolation level definitions, ICDE 2000.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "engine/race/step_executor.h"

namespace holdfast::race {

struct Finding {
  enum class Kind { kLostUpdate, kDecidedOnIndex, kDecidedOnEventualRead };
  Kind kind = Kind::kLostUpdate;
  uint64_t run = 0;
  std::string actor;
  std::string operation;
  std::string table;
  std::string key_text;
  // What was read last, and what was overwritten.
  uint64_t read_version = 0;
  uint64_t overwritten_version = 0;
};
// `lost update`, `decided on an index read`, `decided on an eventually consistent read`.
std::string_view NameOf(Finding::Kind kind);
std::string Describe(const Finding& finding);

// Of one run.
class StaleWriteDetector {
 public:
  enum class ReadKind { kConsistent, kEventual, kIndex };

  void Read(std::string_view actor, ReadKind kind, const std::vector<ItemVersion>& versions);
  // What the write committed. `findings` without `run`.
  std::vector<Finding> Write(std::string_view actor, std::string_view operation, bool unconditional, bool commutes,
                             const std::vector<ItemVersion>& versions);

 private:
  struct LastRead {
    ReadKind kind;
    uint64_t version;
  };
  // By actor and item.
  std::map<std::string, std::map<ItemName, LastRead>, std::less<>> last_reads_;
};

}  // namespace holdfast::race
