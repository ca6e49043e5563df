#include "engine/race/steps/intents.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"

namespace holdfast::race {

void Intents::Prepare(int holder, Kind kind, const Targets& targets, std::string_view token) {
  prepared_[holder] = {kind, targets, std::vector<bool>(targets.size()), std::string(token)};
  if (kind == Kind::kRead) return;
  for (const std::optional<Target>& target : targets) {
    if (target.has_value()) Touch(holder, target->item);
  }
}

bool Intents::HasConflict(int holder, const ItemName& item) const {
  return std::any_of(prepared_.begin(), prepared_.end(), [&](const auto& entry) {
    const auto& [other, held] = entry;
    return other != holder && held.kind == Kind::kWrite &&
           std::any_of(held.targets.begin(), held.targets.end(),
                       [&](const std::optional<Target>& target) { return target.has_value() && target->item == item; });
  });
}

std::vector<bool> Intents::Conflicts(int holder, const Targets& targets) const {
  std::vector<bool> conflicts(targets.size());
  for (size_t i = 0; i < targets.size(); ++i) {
    conflicts[i] = targets[i].has_value() && HasConflict(holder, targets[i]->item);
  }
  if (std::find(conflicts.begin(), conflicts.end(), true) == conflicts.end()) conflicts.clear();
  return conflicts;
}

bool Intents::InProgress(int holder, std::string_view token) const {
  return !token.empty() && std::any_of(prepared_.begin(), prepared_.end(), [&](const auto& entry) {
    return entry.first != holder && entry.second.token == token;
  });
}

void Intents::Touch(int holder, const ItemName& item) {
  for (auto& [other, held] : prepared_) {
    if (other == holder || held.kind == Kind::kWrite) continue;
    for (size_t i = 0; i < held.targets.size(); ++i) {
      if (held.targets[i].has_value() && held.targets[i]->item == item) held.touched[i] = true;
    }
  }
}

std::vector<bool> Intents::Commit(int holder) {
  const auto found = prepared_.find(holder);
  if (found == prepared_.end()) return {};
  std::vector<bool> touched = std::move(found->second.touched);
  prepared_.erase(found);
  if (std::find(touched.begin(), touched.end(), true) == touched.end()) touched.clear();
  return touched;
}

std::string PreparedSpace(std::string_view table) {
  return absl::StrCat("prepared/", absl::string_view(table.data(), table.size()));
}

Footprint PreparedFootprint(const Intents::Targets& targets, bool writes) {
  Footprint footprint;
  for (const std::optional<Target>& target : targets) {
    if (!target.has_value()) continue;
    footprint.Add(Area::Key(PreparedSpace(target->item.table), target->item.partition, target->item.sort, writes));
  }
  return footprint;
}

}  // namespace holdfast::race
