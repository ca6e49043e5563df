// The proof of a violation for a human reader: the calls that contradict each other, their clients and times, and the
// reason why they cannot all be correct.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace holdfast::conformance {

// The number of the client that sets up and checks the round. The clients that race are numbered from 0.
inline constexpr int kObserver = -1;

// One call. The times are nanoseconds since the start of the round; a call of unknown outcome completes
// at kNeverCompleted (conformance/history/operation_record.h).
struct WitnessStep {
  int client = 0;
  int64_t invoked = 0;
  int64_t completed = 0;
  std::string request;
  std::string response;
  // True if drawings mark this step: its response shows the contradiction, or its write may have caused it.
  bool is_marked = false;
};

struct Witness {
  std::vector<WitnessStep> steps;
  std::string explanation;
};

// For a terminal: a column for each client, with time running downwards and `<--` beside marked steps. If there are too
// many clients for columns, every line names its client after the time instead. Long texts are shortened.
std::string DrawAsText(const Witness& witness);

// A fragment of HTML with all texts escaped: a lane for each client with a numbered bar for each call, in the order of
// events and not to scale, and a table of the calls below. The surrounding page must define the CSS variables --ink,
// --bad, --line and --paper.
std::string DrawAsHtml(const Witness& witness);

}  // namespace holdfast::conformance
