// Checks whether the responses about one item are consistent with some order of the calls that keeps real time. The
// algorithm is Wing and Gong's with Lowe's improvements: see conformance/history/linearization_search.h.
//
// The check is exact also with unknown outcomes: a change of unknown outcome may have taken effect at any time after
// its invocation, or never.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "conformance/history/operation_record.h"

namespace holdfast::conformance {

struct LinearizabilityOptions {
  // The register's value before the first call; nothing if the item is absent.
  std::optional<int64_t> initial;
  // The number of configurations to visit before the checker returns undecided. A million take seconds, and some
  // hundred megabytes at worst. Reducing a contradiction visits at most as many again.
  int64_t effort_max = 1'000'000;
};

struct LinearizabilityFinding {
  // A call that is part of the contradiction.
  struct Part {
    RegisterOperation operation;
    // True if the contradiction treats the call as a plain write: it needs only the value that the call wrote, and not
    // what its response said about the previous value.
    bool is_plain_write = false;
  };

  std::string item;
  // True if the effort was exhausted. This is no violation, and the members below are not set.
  bool undecided = false;
  // A small set of calls that contradict each other, in the order of their invocations.
  std::vector<Part> parts;
  // The index in `parts` of the earliest response that cannot be explained.
  size_t contradicted = 0;
};

// Returns nothing if an order exists. All operations must be of one item.
std::optional<LinearizabilityFinding> CheckLinearizable(std::span<const RegisterOperation> history,
                                                        const LinearizabilityOptions& options = {});

// Checks each item separately, which suffices: a history is linearizable exactly if the history of every item is. The
// findings are in the order of the items' names.
std::vector<LinearizabilityFinding> CheckEachItemLinearizable(std::span<const RegisterOperation> history,
                                                              const LinearizabilityOptions& options = {});

}  // namespace holdfast::conformance
