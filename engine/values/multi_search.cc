#include "engine/values/multi_search.h"

#include <algorithm>
#include <numeric>

namespace holdfast {

MultiSearch::MultiSearch(const std::vector<std::string_view>& needles) : needle_count_(needles.size()) {
  std::vector<uint32_t> sorted(needles.size());
  std::iota(sorted.begin(), sorted.end(), uint32_t{0});
  std::sort(sorted.begin(), sorted.end(), [&](uint32_t a, uint32_t b) { return needles[a] < needles[b]; });

  // Add the trie's nodes in the order of the sorted needles, so that the children of a node ascend by their bytes.
  size_t bytes = 0;
  for (const std::string_view needle : needles) bytes += needle.size();
  // The root, and the sentinel at the end.
  nodes_.reserve(bytes + 2);
  nodes_.push_back({0, 0, kRoot, kNone, kNone});
  std::vector<uint32_t> parents;
  parents.reserve(bytes + 1);
  parents.push_back(kRoot);
  std::vector<uint32_t> path = {kRoot};  // the nodes of the previous needle
  std::string_view previous;
  for (const uint32_t i : sorted) {
    const std::string_view needle = needles[i];
    const auto differ = std::mismatch(previous.begin(), previous.end(), needle.begin(), needle.end());
    path.resize(1 + static_cast<size_t>(differ.first - previous.begin()));
    while (path.size() <= needle.size()) {
      const auto node = static_cast<uint32_t>(nodes_.size());
      parents.push_back(path.back());
      nodes_.push_back({static_cast<unsigned char>(needle[path.size() - 1]), 0, kRoot, kNone, kNone});
      path.push_back(node);
    }
    nodes_[path.back()].needle = i;
    nodes_[path.back()].nearest_end = path.back();
    previous = needle;
  }

  // Node 0 is the root; every other node comes after its parent.
  const auto count = static_cast<uint32_t>(nodes_.size());
  std::vector<uint32_t> child_counts(count);
  for (uint32_t node = 1; node < count; ++node) ++child_counts[parents[node]];
  uint32_t first_child = 0;
  for (uint32_t node = 0; node < count; ++node) {
    nodes_[node].first_child = first_child;
    first_child += child_counts[node];
  }
  nodes_.push_back({0, first_child, kRoot, kNone, kNone});
  children_.resize(first_child);
  std::vector<uint32_t> filled(count);
  for (uint32_t node = 1; node < count; ++node) {
    children_[nodes_[parents[node]].first_child + filled[parents[node]]++] = node;
  }
  from_root_.fill(kRoot);
  for (uint32_t child = 0; child < child_counts[kRoot]; ++child) {
    from_root_[nodes_[children_[child]].byte] = children_[child];
  }

  // Set the fallbacks breadth first: the fallback of a node is less deep than the node itself.
  std::vector<uint32_t> by_depth = {kRoot};
  by_depth.reserve(count);
  for (size_t i = 0; i < by_depth.size(); ++i) {
    const uint32_t node = by_depth[i];
    for (uint32_t child = nodes_[node].first_child; child < nodes_[node + 1].first_child; ++child) {
      by_depth.push_back(children_[child]);
    }
    if (node == kRoot) continue;
    const uint32_t fallback = parents[node] == kRoot ? kRoot : Next(nodes_[parents[node]].fallback, nodes_[node].byte);
    nodes_[node].fallback = fallback;
    if (nodes_[node].nearest_end == kNone) nodes_[node].nearest_end = nodes_[fallback].nearest_end;
  }
}

uint32_t MultiSearch::Child(uint32_t node, unsigned char byte) const {
  const auto begin = children_.begin() + nodes_[node].first_child;
  const auto end = children_.begin() + nodes_[node + 1].first_child;
  const auto found = std::lower_bound(
      begin, end, byte, [&](uint32_t child, unsigned char wanted) { return nodes_[child].byte < wanted; });
  return found != end && nodes_[*found].byte == byte ? *found : kNone;
}

uint32_t MultiSearch::Next(uint32_t node, unsigned char byte) const {
  while (node != kRoot) {
    if (const uint32_t child = Child(node, byte); child != kNone) return child;
    node = nodes_[node].fallback;
  }
  return from_root_[byte];
}

void MultiSearch::Search(std::string_view haystack, absl::FunctionRef<void(size_t)> found) const {
  size_t left = needle_count_;
  std::vector<bool> seen(nodes_.size());
  uint32_t node = kRoot;
  for (const char c : haystack) {
    if (left == 0) return;
    node = Next(node, static_cast<unsigned char>(c));
    // If a node was seen before, then so were the nodes that follow it in this loop.
    for (uint32_t end = nodes_[node].nearest_end; end != kNone && !seen[end];
         end = nodes_[nodes_[end].fallback].nearest_end) {
      seen[end] = true;
      found(nodes_[end].needle);
      --left;
    }
  }
}

}  // namespace holdfast
