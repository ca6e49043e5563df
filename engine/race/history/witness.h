// A run as text, one column for each actor and one line for each step:
//
//   alice   GetItem room7 → qty 1 (v3)
//   bob                                             GetItem room7 → qty 1 (v3)
//   alice   PutItem room7 qty 0 (v4, unconditional)
//   bob                                             PutItem room7 qty 0 (v5, unconditional, read v3)   ← lost update
#pragma once

#include <string>
#include <vector>

#include "engine/race/history/history.h"

namespace holdfast::race {

// The columns are those of `actors`, in this order, and then those of other actors in the history.
std::string FormatWitness(const History& history, const std::vector<std::string>& actors);

}  // namespace holdfast::race
