#include "engine/race/steps/footprint.h"

#include <algorithm>
#include <utility>

namespace holdfast::race {

Area Area::All(std::string space, bool writes) { return {std::move(space), std::nullopt, {}, std::nullopt, writes}; }

Area Area::Partition(std::string space, std::string partition, bool writes) {
  return {std::move(space), std::move(partition), {}, std::nullopt, writes};
}

Area Area::Key(std::string space, std::string partition, std::string sort, bool writes) {
  // The least string after `sort`.
  std::string upper = sort + '\0';
  return {std::move(space), std::move(partition), std::move(sort), std::move(upper), writes};
}

bool Area::Overlaps(const Area& other) const {
  if (space != other.space) return false;
  if (partition.has_value() && other.partition.has_value() && *partition != *other.partition) return false;
  return (!upper.has_value() || other.lower < *upper) && (!other.upper.has_value() || lower < *other.upper);
}

void Footprint::Add(const Footprint& other) {
  everything = everything || other.everything;
  areas.insert(areas.end(), other.areas.begin(), other.areas.end());
}

bool Includes(const Footprint& whole, const Footprint& part) {
  if (part.everything && !whole.everything) return false;
  return std::all_of(part.areas.begin(), part.areas.end(), [&](const Area& area) {
    return std::find(whole.areas.begin(), whole.areas.end(), area) != whole.areas.end();
  });
}

bool DependentWith(const Footprint& a, const Footprint& b) {
  if (a.empty() || b.empty()) return false;
  if (a.everything || b.everything) return true;
  for (const Area& one : a.areas) {
    for (const Area& other : b.areas) {
      if ((one.writes || other.writes) && one.Overlaps(other)) return true;
    }
  }
  return false;
}

}  // namespace holdfast::race
