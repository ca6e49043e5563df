#include "engine/race/fault.h"

#include <utility>

namespace holdfast::race {
namespace {

constexpr std::pair<FaultAction, std::string_view> kActionNames[] = {
    {FaultAction::kCommitThenDrop, "commit_then_drop"},
    {FaultAction::kCommitThen500, "commit_then_500"},
    {FaultAction::kCommitThenDelay, "commit_then_delay"},
    {FaultAction::kThrottle, "throttle"},
    {FaultAction::kInternalError, "internal_error"},
    {FaultAction::kConflict, "conflict"},
    {FaultAction::kDuplicate, "duplicate"},
    {FaultAction::kPartial, "partial"},
};

}  // namespace

std::string_view NameOf(FaultAction action) {
  for (const auto& [named, name] : kActionNames) {
    if (named == action) return name;
  }
  return {};
}

std::optional<FaultAction> FaultActionFromName(std::string_view name) {
  for (const auto& [action, named] : kActionNames) {
    if (named == name) return action;
  }
  return std::nullopt;
}

}  // namespace holdfast::race
