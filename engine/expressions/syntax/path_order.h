// Sorts document paths by the position of their values in an item's bytes: names by their bytes, list indexes by value,
// and a path before those that continue it. One walk over the item then visits the values in the order of the paths.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "absl/types/span.h"
#include "engine/values/document_path.h"

namespace holdfast {

// An order of the paths of some list. Both vectors have the same size.
struct PathOrder {
  // Positions in the list.
  std::vector<uint32_t> positions;
  // How many elements the path has in common with the one before it in the order, from the start of both; 0 for the
  // first. So no walk has to compare names again, which may have 64 KB each.
  std::vector<uint32_t> shared;

  size_t size() const { return positions.size(); }
};

// The order of all of `paths`.
PathOrder OrderPaths(absl::Span<const DocumentPath> paths);

// `order` without the paths for which `keep(position)` is false.
template <typename Keep>
PathOrder FilterOrder(const PathOrder& order, Keep keep) {
  PathOrder kept;
  uint32_t shared = 0;
  for (size_t i = 0; i < order.size(); ++i) {
    shared = kept.positions.empty() ? 0 : std::min(shared, order.shared[i]);
    if (!keep(order.positions[i])) continue;
    kept.positions.push_back(order.positions[i]);
    kept.shared.push_back(shared);
    shared = UINT32_MAX;
  }
  return kept;
}

enum class PathRelation {
  kOverlap,   // equal, or one continues the other
  kConflict,  // after a common beginning one goes on with a name and the other with an index
};

// The positions in `paths` of two paths that have this relation, as a pair (earlier, later). Of all such pairs it is
// the one with the least later position, and among those the one with the least earlier position. `order` is the order
// of `paths`. The time is linear in the number of all elements.
std::optional<std::pair<uint32_t, uint32_t>> FindRelated(absl::Span<const DocumentPath> paths, const PathOrder& order,
                                                         PathRelation relation);

// The end of the run of paths in `order`, beginning with the one at `first` and ending at or before `last`, that have
// the same element at `depth`. All of them must be alike before `depth`.
inline size_t RunEnd(const PathOrder& order, size_t first, size_t last, size_t depth) {
  size_t end = first + 1;
  while (end < last && order.shared[end] > depth) ++end;
  return end;
}

}  // namespace holdfast
