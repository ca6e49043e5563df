#include "engine/expressions/path_order.h"

#include <algorithm>
#include <numeric>

namespace holdfast {
namespace {

// Below, equal, above.
int Compare(const PathElement& a, const PathElement& b) {
  if (a.is_index != b.is_index) return a.is_index ? 1 : -1;
  if (a.is_index) return a.index < b.index ? -1 : a.index > b.index;
  return a.name.compare(b.name);
}

bool Before(const DocumentPath& a, const DocumentPath& b) {
  const size_t shared = std::min(a.elements.size(), b.elements.size());
  for (size_t i = 0; i < shared; ++i) {
    if (const int order = Compare(a.elements[i], b.elements[i]); order != 0) return order < 0;
  }
  return a.elements.size() < b.elements.size();
}

}  // namespace

std::vector<uint32_t> PathOrder(absl::Span<const DocumentPath> paths) {
  std::vector<uint32_t> order(paths.size());
  std::iota(order.begin(), order.end(), uint32_t{0});
  std::sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) { return Before(paths[a], paths[b]); });
  return order;
}

PathRelation Relate(const DocumentPath& a, const DocumentPath& b) {
  const size_t shared = std::min(a.elements.size(), b.elements.size());
  for (size_t i = 0; i < shared; ++i) {
    if (a.elements[i] == b.elements[i]) continue;
    return a.elements[i].is_index != b.elements[i].is_index ? PathRelation::kConflict : PathRelation::kNone;
  }
  return PathRelation::kOverlap;
}

std::optional<std::pair<uint32_t, uint32_t>> FindRelated(absl::Span<const DocumentPath> paths,
                                                         absl::Span<const uint32_t> order, PathRelation relation) {
  // Whatever stands in relation to anything makes some two neighbours stand in it. So the usual expression, which
  // is in order, is seen to be so without comparing every path with every other.
  bool any = false;
  for (size_t i = 1; i < order.size() && !any; ++i) any = Relate(paths[order[i - 1]], paths[order[i]]) == relation;
  if (!any) return std::nullopt;
  for (uint32_t later = 1; later < paths.size(); ++later) {
    for (uint32_t earlier = 0; earlier < later; ++earlier) {
      if (Relate(paths[earlier], paths[later]) == relation) return std::pair(earlier, later);
    }
  }
  return std::nullopt;
}

size_t RunEnd(absl::Span<const DocumentPath> paths, absl::Span<const uint32_t> order, size_t first, size_t last,
              size_t depth) {
  const PathElement& element = paths[order[first]].elements[depth];
  size_t end = first + 1;
  while (end < last && paths[order[end]].elements[depth] == element) ++end;
  return end;
}

}  // namespace holdfast
