// Invariants: conditions that must hold after every commit of a run.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/race/steps/step_executor.h"

namespace holdfast::race {

// An invariant has exactly one of `each`, `unique` and `check`. The first two concern the items of `table` for which
// the condition expression `where` is true (all items if it is empty):
//   each        a condition expression that must be true of every such item
//   unique      top-level attributes: no two such items may have the same values of them. Items that lack one of these
//               attributes do not count
//   check       a function, for programs in C++. It returns a description of the violation, or nothing
struct Invariant {
  std::string name = {};
  // The invariant is evaluated after commits to this table. Only for a `check` it may be empty: then the `check` is
  // called after every commit.
  std::string table = {};
  std::string where = {};
  std::string each = {};
  std::vector<std::string> unique = {};
  ExpressionFields fields = {};
  std::function<std::optional<std::string>()> check = nullptr;
};

// Returns an error if the invariant has no name, if it does not have exactly one of `each`, `unique` and `check`, or if
// it is no `check` and its expressions are invalid or its table does not exist. Reads no items.
Result<void, std::string> Validate(const Invariant& invariant, StepExecutor& executor);

// Evaluates invariants on the present state of a store, which must not change meanwhile. Reads each of their tables
// once, however many invariants the table has.
class InvariantEvaluation {
 public:
  // `executor` must outlive this.
  explicit InvariantEvaluation(StepExecutor& executor) : executor_(executor) {}

  // Describes the violation in one line; nothing if the invariant holds, or if its table was deleted during the run. A
  // table that cannot be read counts as a violation: a run must not pass because its invariant was not checked.
  std::optional<std::string> Violation(const Invariant& invariant);

 private:
  StepExecutor& executor_;
  std::map<std::string, Result<std::vector<ItemVersion>>, std::less<>> items_by_table_;
};

}  // namespace holdfast::race
