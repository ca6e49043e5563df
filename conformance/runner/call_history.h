// All calls of one round: the source of the event counts, of witnesses, and of --history's files.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "conformance/client/client.h"
#include "conformance/history/witness.h"

namespace holdfast::conformance {

class CallHistory {
 public:
  void Add(std::vector<CallRecord> calls);
  // Must precede all calls below.
  void SortByTime();

  // Adds "operations", "overlapping operations", "conditions refused", "transaction conflicts", "unknown outcomes".
  void CountInto(std::map<std::string, int64_t>* event_counts) const;

  // The calls that name one of `about` (all calls, if that is empty), without refusals that changed nothing if there
  // are too many calls. Writes that were carried out are marked as guilty.
  Witness WitnessAbout(const std::vector<std::string>& about) const;

  // One JSON object a line, in DIRECTORY/NAME-ROUND.jsonl with the name's slashes as dashes. False if
  // that cannot be written.
  bool WriteTo(const std::string& directory, const std::string& name, int round) const;

 private:
  std::vector<CallRecord> calls_;
};

}  // namespace holdfast::conformance
