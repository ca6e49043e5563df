// What must hold after every commit of a run.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/race/steps/step_executor.h"

namespace holdfast::race {

// Of the items of `table` for which `where` is true (a condition expression; empty: all items):
//   each        this condition is true of every one
//   unique      no two have the same values of these top-level attributes; items without one of them do not count
// A `check` instead is a function, for programs in C++. It returns what is wrong, or nothing.
struct Invariant {
  std::string name = {};
  // After which table's commits it is evaluated. Empty, for a `check` only: every one's.
  std::string table = {};
  std::string where = {};
  std::string each = {};
  std::vector<std::string> unique = {};
  ExpressionFields fields = {};
  std::function<std::optional<std::string>()> check = nullptr;
};

// An error if the invariant has not exactly one of each, unique and check, or no table; or an expression's own.
Result<void, std::string> Validate(const Invariant& invariant, StepExecutor& executor);
// What violates it, in a line; nothing if it holds.
std::optional<std::string> Violation(const Invariant& invariant, StepExecutor& executor);

}  // namespace holdfast::race
