// Sorts document paths by the position of their values in an item's bytes: names by their bytes, then list indexes by
// value, and a path before those that continue it. One walk over the item then visits the values in the order of the
// paths.
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

// The sorted order of a vector of paths. Both members have one element for each path, in sorted order.
struct PathOrder {
  // For each path, its position in the vector of paths.
  std::vector<uint32_t> positions;
  // For each path, how many of its first elements it shares with the path before it in the order; 0 for the first path.
  // So walks need not compare names again: a name may have 64 KB.
  std::vector<uint32_t> shared;

  size_t size() const { return positions.size(); }
};

// Sorts all of `paths`.
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
  kConflict,  // after a common prefix, one continues with a name and the other with an index
};

// The positions in `paths` of two paths that have this relation, as a pair (earlier, later). Of all such pairs it is
// the one with the least later position, and among those the one with the least earlier position. `order` is the order
// of `paths`. The time is linear in the number of all elements.
std::optional<std::pair<uint32_t, uint32_t>> FindRelated(absl::Span<const DocumentPath> paths, const PathOrder& order,
                                                         PathRelation relation);

// The end of the run of paths that begins at `first` (< `last`) in `order` and has equal elements at `depth`; at most
// `last`. The elements before `depth` must be equal in all paths of [first, last).
inline size_t RunEnd(const PathOrder& order, size_t first, size_t last, size_t depth) {
  size_t end = first + 1;
  while (end < last && order.shared[end] > depth) ++end;
  return end;
}

}  // namespace holdfast
