// Paths in the order in which an item's bytes hold what they lead to: names by their bytes, list indexes by value, a
// path before those that continue it. Walking an item once then meets them one after the other.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "absl/types/span.h"
#include "engine/values/document_path.h"

namespace holdfast {

// The positions in `paths`, in order.
std::vector<uint32_t> PathOrder(absl::Span<const DocumentPath> paths);

enum class PathRelation {
  kNone,
  kOverlap,   // equal, or one continues the other
  kConflict,  // after a common beginning one goes on with a name and the other with an index
};
PathRelation Relate(const DocumentPath& a, const DocumentPath& b);

// The positions of the first two paths, as written, that stand in this relation; the earlier one first. `order` is the
// paths' PathOrder.
std::optional<std::pair<uint32_t, uint32_t>> FindRelated(absl::Span<const DocumentPath> paths,
                                                         absl::Span<const uint32_t> order, PathRelation relation);

// The end of the run of paths in `order`, beginning with the one at `first`, that have the same element at `depth`.
size_t RunEnd(absl::Span<const DocumentPath> paths, absl::Span<const uint32_t> order, size_t first, size_t last,
              size_t depth);

}  // namespace holdfast
