#include "engine/race/steps/footprint.h"

#include <algorithm>
#include <tuple>
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

bool Area::IsOneKey() const {
  return partition.has_value() && upper.has_value() && upper->size() == lower.size() + 1 && upper->back() == '\0' &&
         upper->starts_with(lower);
}

void Footprint::Add(const Footprint& other) {
  everything = everything || other.everything;
  areas.insert(areas.end(), other.areas.begin(), other.areas.end());
}

bool Includes(const Footprint& whole, const Footprint& part) {
  if (part.everything && !whole.everything) return false;
  const auto less = [](const Area* a, const Area* b) {
    return std::tie(a->space, a->partition, a->lower, a->upper, a->writes) <
           std::tie(b->space, b->partition, b->lower, b->upper, b->writes);
  };
  std::vector<const Area*> sorted;
  sorted.reserve(whole.areas.size());
  for (const Area& area : whole.areas) sorted.push_back(&area);
  std::sort(sorted.begin(), sorted.end(), less);
  return std::all_of(part.areas.begin(), part.areas.end(),
                     [&](const Area& area) { return std::binary_search(sorted.begin(), sorted.end(), &area, less); });
}

bool DependentWith(const Footprint& a, const Footprint& b) {
  FootprintIndex index;
  index.Add(a, 0);
  return index.IsDependentWith(b);
}

void FootprintIndex::Add(const Footprint& footprint, size_t owner) {
  if (footprint.empty()) return;
  owners_.push_back(owner);
  if (footprint.everything) owners_of_everything_.push_back(owner);
  for (const Area& area : footprint.areas) {
    Space& space = spaces_[area.space];
    if (area.IsOneKey()) {
      space.partitions[*area.partition].keys[area.lower].push_back({owner, area.writes});
    } else {
      (area.partition.has_value() ? space.partitions[*area.partition].ranges : space.ranges).push_back({area, owner});
    }
  }
}

template <typename Visit>
void FootprintIndex::VisitDependent(const Footprint& footprint, const Visit& visit) const {
  if (footprint.empty()) return;
  for (const size_t owner : footprint.everything ? owners_ : owners_of_everything_) visit(owner);
  for (const Area& area : footprint.areas) {
    const auto found = spaces_.find(area.space);
    if (found == spaces_.end()) continue;
    const Space& space = found->second;
    const auto visit_ranges = [&](const std::vector<Range>& ranges) {
      for (const Range& range : ranges) {
        if ((range.area.writes || area.writes) && range.area.Overlaps(area)) visit(range.owner);
      }
    };
    const auto visit_partition = [&](const Partition& partition) {
      visit_ranges(partition.ranges);
      for (auto key = partition.keys.lower_bound(area.lower);
           key != partition.keys.end() && (!area.upper.has_value() || key->first < *area.upper); ++key) {
        for (const Access& access : key->second) {
          if (access.writes || area.writes) visit(access.owner);
        }
      }
    };
    visit_ranges(space.ranges);
    if (!area.partition.has_value()) {
      for (const auto& [name, partition] : space.partitions) visit_partition(partition);
    } else if (const auto named = space.partitions.find(*area.partition); named != space.partitions.end()) {
      visit_partition(named->second);
    }
  }
}

bool FootprintIndex::IsDependentWith(const Footprint& footprint) const {
  bool found = false;
  VisitDependent(footprint, [&](size_t) { found = true; });
  return found;
}

void FootprintIndex::MarkDependent(const Footprint& footprint, std::vector<bool>& dependent) const {
  VisitDependent(footprint, [&](size_t owner) { dependent[owner] = true; });
}

}  // namespace holdfast::race
