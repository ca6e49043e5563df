#include "engine/expressions/syntax/resolve_paths.h"

namespace holdfast {
namespace {

class PathResolver {
 public:
  PathResolver(absl::Span<const DocumentPath> paths, const PathOrder& order,
               absl::FunctionRef<void(size_t, ValueView)> found)
      : paths_(paths), order_(order), found_(found) {}

  // Visits the values in `map` of the paths order_[first, last), whose elements before `depth` lead to `map`.
  void VisitMap(AttributeMapView map, size_t first, size_t last, size_t depth) {
    AttributeMapView::Iterator at = map.begin();
    for (size_t next = 0; first < last; first = next) {
      next = RunEnd(order_, first, last, depth);
      const PathElement& element = Element(first, depth);
      if (element.is_index) break;  // names come before indexes, and indexes are for lists
      int compared = -1;
      while (at != map.end() && (compared = (*at).name.compare(element.name)) < 0) ++at;
      if (at == map.end()) break;
      if (compared == 0) VisitValue((*at).value, first, next, depth + 1);
    }
  }

 private:
  const PathElement& Element(size_t path, size_t depth) const { return paths_[order_.positions[path]].elements[depth]; }

  void VisitValue(ValueView value, size_t first, size_t last, size_t depth) {
    for (; first < last && paths_[order_.positions[first]].elements.size() == depth; ++first) found_(first, value);
    if (first == last) return;
    if (value.type() == ValueType::kMap) VisitMap(value.map(), first, last, depth);
    if (value.type() == ValueType::kList) VisitList(value.list(), first, last, depth);
  }

  void VisitList(ListView list, size_t first, size_t last, size_t depth) {
    ListView::Iterator at = list.begin();
    size_t index = 0;
    for (size_t next = 0; first < last; first = next) {
      next = RunEnd(order_, first, last, depth);
      const PathElement& element = Element(first, depth);
      if (!element.is_index) continue;
      for (; at != list.end() && index < element.index; ++index) ++at;
      if (at == list.end()) break;
      VisitValue(*at, first, next, depth + 1);
    }
  }

  const absl::Span<const DocumentPath> paths_;
  const PathOrder& order_;
  const absl::FunctionRef<void(size_t, ValueView)> found_;
};

}  // namespace

void ResolvePaths(AttributeMapView item, absl::Span<const DocumentPath> paths, const PathOrder& order,
                  absl::FunctionRef<void(size_t, ValueView)> found) {
  PathResolver(paths, order, found).VisitMap(item, 0, order.size(), 0);
}

DistinctPaths DistinctPaths::From(absl::Span<const DocumentPath> paths) {
  DistinctPaths distinct;
  const PathOrder order = OrderPaths(paths);
  distinct.slots.resize(paths.size());
  std::vector<bool> repeats(paths.size());
  uint32_t slot = 0;  // of the current path
  for (size_t i = 0; i < order.size(); ++i) {
    const uint32_t position = order.positions[i];
    const bool same = i > 0 && order.shared[i] == paths[position].elements.size() &&
                      paths[order.positions[i - 1]].elements.size() == paths[position].elements.size();
    if (i > 0 && !same) ++slot;
    repeats[position] = same;
    distinct.slots[position] = slot;
  }
  distinct.order = FilterOrder(order, [&](uint32_t position) { return !repeats[position]; });
  return distinct;
}

void PathValues::ResolveAll() {
  values_.resize(distinct_.order.size(), nullptr);
  ResolvePaths(item_, paths_, distinct_.order, [&](size_t slot, ValueView value) { values_[slot] = value.data(); });
}

}  // namespace holdfast
