// The proof of a violation for a human reader: the calls that contradict each other, their clients and times, and the
// reason why they cannot all be correct.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace holdfast::conformance {

// One call. The times are nanoseconds since the start of the round; a call without a response completes at
// kNeverCompleted (conformance/history/operation_record.h).
struct WitnessStep {
  int client = 0;
  int64_t invoked = 0;
  int64_t completed = 0;
  std::string request;
  std::string response;
  // This step's response shows the contradiction.
  bool guilty = false;
};

struct Witness {
  std::vector<WitnessStep> steps;
  std::string explanation;
};

// For a terminal: a column per client, time downwards, `<-- ` beside what is guilty. Where the columns would not fit
// every line begins with its client's name instead. Long texts are shortened.
std::string DrawAsText(const Witness& witness);

// A fragment of HTML, everything escaped: a lane per client with a numbered bar per call, in the order of events and
// not to scale, and the calls in words below. The page around it defines --ink, --faint, --bad, --line and --paper.
std::string DrawAsHtml(const Witness& witness);

}  // namespace holdfast::conformance
