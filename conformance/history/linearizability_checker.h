// Do the answers that clients got from one item fit any order of the calls that keeps real time? Wing and Gong's
// question, with Lowe's answer: see conformance/history/linearization_search.h.
//
// Exact about unknown outcomes: such a change may have happened at any time after its invocation, or never.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "conformance/history/operation_record.h"

namespace holdfast::conformance {

struct LinearizabilityOptions {
  // What the register holds before the first call; nothing if the item is absent.
  std::optional<int64_t> initial;
  // How many configurations may be looked at before the checker gives up. A million take seconds, and some hundred
  // megabytes at the very worst.
  int64_t effort_max = 1'000'000;
};

struct LinearizabilityFinding {
  // A call that is part of the contradiction.
  struct Part {
    RegisterOperation operation;
    // The contradiction needs to know only what the call changed, not what its answer told about before.
    bool only_its_change = false;
  };

  std::string item;
  // The effort was not enough to say. This is no violation, and nothing below is set.
  bool undecided = false;
  // Calls that contradict each other, in the order of their invocations. Leaving out one more call would leave no
  // proof.
  std::vector<Part> parts;
  // The part whose answer was the first, in time, that could not be explained.
  size_t contradicted = 0;
};

// Nothing if an order exists. All operations are of one item.
std::optional<LinearizabilityFinding> CheckLinearizable(std::span<const RegisterOperation> history,
                                                        const LinearizabilityOptions& options = {});

// Each item by itself, which is enough: a history is linearizable exactly if the history of every item is. The findings
// are in the order of the items' names.
std::vector<LinearizabilityFinding> CheckEachItemLinearizable(std::span<const RegisterOperation> history,
                                                              const LinearizabilityOptions& options = {});

}  // namespace holdfast::conformance
