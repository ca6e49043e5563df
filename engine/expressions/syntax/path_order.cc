#include "engine/expressions/syntax/path_order.h"

#include <algorithm>
#include <numeric>

namespace holdfast {
namespace {

// Negative, zero or positive, like std::string_view::compare.
int ComparePathElements(const PathElement& a, const PathElement& b) {
  if (a.is_index != b.is_index) return a.is_index ? 1 : -1;
  if (a.is_index) return a.index < b.index ? -1 : a.index > b.index;
  return a.name.compare(b.name);
}

bool PathLess(const DocumentPath& a, const DocumentPath& b) {
  const size_t shared = std::min(a.elements.size(), b.elements.size());
  for (size_t i = 0; i < shared; ++i) {
    if (const int order = ComparePathElements(a.elements[i], b.elements[i]); order != 0) return order < 0;
  }
  return a.elements.size() < b.elements.size();
}

// The pair that FindRelated returns, among those that were considered.
class FirstRelatedPair {
 public:
  void Consider(uint32_t a, uint32_t b) {
    const std::pair<uint32_t, uint32_t> candidate(std::max(a, b), std::min(a, b));
    if (!later_and_earlier_.has_value() || candidate < *later_and_earlier_) later_and_earlier_ = candidate;
  }
  std::optional<std::pair<uint32_t, uint32_t>> Get() const {
    if (!later_and_earlier_.has_value()) return std::nullopt;
    return std::pair(later_and_earlier_->second, later_and_earlier_->first);
  }

 private:
  std::optional<std::pair<uint32_t, uint32_t>> later_and_earlier_;
};

// Visits the paths as a tree, in which paths with a common prefix share nodes. If each path of one subtree is related
// to each path of another, only the pair of their least positions has to be considered.
class RelationSearch {
 public:
  RelationSearch(absl::Span<const DocumentPath> paths, const PathOrder& order, PathRelation relation)
      : paths_(paths), order_(order), relation_(relation) {}

  // Visits the paths order_[first, last), whose elements before `depth` are equal. Returns their least position in
  // `paths_`.
  uint32_t Visit(size_t first, size_t last, size_t depth) {
    uint32_t ending = kNone;
    for (; first < last && paths_[order_.positions[first]].elements.size() == depth; ++first) {
      const uint32_t position = order_.positions[first];
      if (ending != kNone && relation_ == PathRelation::kOverlap) pair_.Consider(ending, position);
      ending = std::min(ending, position);
    }
    uint32_t continuing[2] = {kNone, kNone};  // the least positions of paths that continue with a name, with an index
    for (size_t next = first; first < last; first = next) {
      next = RunEnd(order_, first, last, depth);
      uint32_t& least = continuing[paths_[order_.positions[first]].elements[depth].is_index];
      least = std::min(least, Visit(first, next, depth + 1));
    }
    const uint32_t longer = std::min(continuing[0], continuing[1]);
    if (relation_ == PathRelation::kOverlap) {
      if (ending != kNone && longer != kNone) pair_.Consider(ending, longer);
    } else if (continuing[0] != kNone && continuing[1] != kNone) {
      pair_.Consider(continuing[0], continuing[1]);
    }
    return std::min(ending, longer);
  }

  std::optional<std::pair<uint32_t, uint32_t>> Get() const { return pair_.Get(); }

 private:
  static constexpr uint32_t kNone = UINT32_MAX;

  const absl::Span<const DocumentPath> paths_;
  const PathOrder& order_;
  const PathRelation relation_;
  FirstRelatedPair pair_;
};

// Whether any two paths are related. It suffices to compare neighbours: if any two paths are related, some neighbours
// in the order are.
bool AnyRelated(absl::Span<const DocumentPath> paths, const PathOrder& order, PathRelation relation) {
  for (size_t i = 1; i < order.size(); ++i) {
    const auto& before = paths[order.positions[i - 1]].elements;
    const auto& after = paths[order.positions[i]].elements;
    const size_t shared = order.shared[i];
    const bool overlap = shared == before.size() || shared == after.size();
    if (relation == PathRelation::kOverlap ? overlap : !overlap && before[shared].is_index != after[shared].is_index) {
      return true;
    }
  }
  return false;
}

}  // namespace

PathOrder OrderPaths(absl::Span<const DocumentPath> paths) {
  PathOrder order;
  order.positions.resize(paths.size());
  std::iota(order.positions.begin(), order.positions.end(), uint32_t{0});
  std::sort(order.positions.begin(), order.positions.end(),
            [&](uint32_t a, uint32_t b) { return PathLess(paths[a], paths[b]); });
  order.shared.resize(paths.size());
  for (size_t i = 1; i < paths.size(); ++i) {
    const auto& before = paths[order.positions[i - 1]].elements;
    const auto& after = paths[order.positions[i]].elements;
    const size_t least = std::min(before.size(), after.size());
    uint32_t shared = 0;
    while (shared < least && before[shared] == after[shared]) ++shared;
    order.shared[i] = shared;
  }
  return order;
}

std::optional<std::pair<uint32_t, uint32_t>> FindRelated(absl::Span<const DocumentPath> paths, const PathOrder& order,
                                                         PathRelation relation) {
  if (!AnyRelated(paths, order, relation)) return std::nullopt;
  RelationSearch search(paths, order, relation);
  search.Visit(0, order.size(), 0);
  return search.Get();
}

}  // namespace holdfast
