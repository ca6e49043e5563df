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
  // Must be called before all methods below.
  void SortByTime();

  // Adds "operations", "overlapping operations", "conditions refused", "transaction conflicts", "unknown outcomes".
  void CountInto(std::map<std::string, int64_t>* event_counts) const;

  // The calls whose request contains one of `about` as a whole JSON string (all calls, if `about` is empty). If these
  // are too many, refused calls of clients are left out, and then the earliest calls. Every write that a client, not
  // the observer, sent and that was not refused is marked: it may have taken effect.
  Witness WitnessAbout(const std::vector<std::string>& about) const;

  // Writes one JSON object a line to DIRECTORY/NAME-ROUND.jsonl, with the name's slashes replaced by dashes. Returns
  // false if the file cannot be written.
  bool WriteTo(const std::string& directory, const std::string& name, int round) const;

 private:
  std::vector<CallRecord> calls_;
};

}  // namespace holdfast::conformance
