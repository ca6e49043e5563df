#include "conformance/history/shortest_cycle.h"

#include <algorithm>
#include <array>
#include <deque>
#include <limits>
#include <utility>

#include "absl/strings/str_cat.h"

namespace holdfast::conformance {
namespace {

constexpr size_t kNone = std::numeric_limits<size_t>::max();

class KindSet {
 public:
  explicit KindSet(const std::vector<Dependency>& kinds) {
    for (const Dependency kind : kinds) Set(kind, true);
    Set(Dependency::kInherited, true);  // Leads out of a helper node, which only edges of `kinds` enter.
  }
  bool Has(Dependency kind) const { return has_[static_cast<size_t>(kind)]; }
  void Set(Dependency kind, bool included) { has_[static_cast<size_t>(kind)] = included; }

 private:
  std::array<bool, static_cast<size_t>(Dependency::kInherited) + 1> has_{};
};

// Tarjan's strongly connected components. Not recursive: a path may be as long as the history.
class Components {
 public:
  Components(const DependencyGraph& graph, const KindSet& kinds)
      : graph_(graph),
        kinds_(kinds),
        component_(graph.edges_from.size(), kNone),
        index_(graph.edges_from.size(), kNone),
        low_(graph.edges_from.size(), 0) {
    for (size_t node = 0; node < graph.edges_from.size(); ++node) {
      if (index_[node] == kNone) Explore(node);
    }
  }

  // True if each of the nodes can be reached from the other, or both are the same.
  bool AreInOneComponent(size_t a, size_t b) const { return component_[a] == component_[b]; }
  // A component of one node is no cycle, because no edge leads from a node to itself.
  bool IsOnCycle(size_t node) const { return size_[component_[node]] > 1; }
  bool HasCycle() const {
    return std::any_of(size_.begin(), size_.end(), [](size_t size) { return size > 1; });
  }

 private:
  struct Visit {
    size_t node = 0;
    size_t next_edge = 0;
  };

  void Explore(size_t root) {
    std::vector<Visit> path;
    Open(root, path);
    while (!path.empty()) {
      const size_t node = path.back().node;
      const std::vector<DependencyEdge>& edges = graph_.edges_from[node];
      if (path.back().next_edge < edges.size()) {
        const DependencyEdge& edge = edges[path.back().next_edge++];
        if (!kinds_.Has(edge.kind)) continue;
        if (index_[edge.to] == kNone) {
          Open(edge.to, path);
        } else if (component_[edge.to] == kNone) {
          low_[node] = std::min(low_[node], index_[edge.to]);
        }
        continue;
      }
      path.pop_back();
      if (!path.empty()) low_[path.back().node] = std::min(low_[path.back().node], low_[node]);
      if (low_[node] == index_[node]) CloseComponent(node);
    }
  }

  void Open(size_t node, std::vector<Visit>& path) {
    index_[node] = low_[node] = opened_++;
    open_.push_back(node);
    path.push_back({node, 0});
  }

  void CloseComponent(size_t root) {
    size_.push_back(0);
    size_t node;
    do {
      node = open_.back();
      open_.pop_back();
      component_[node] = size_.size() - 1;
      ++size_.back();
    } while (node != root);
  }

  const DependencyGraph& graph_;
  const KindSet& kinds_;
  std::vector<size_t> component_;
  std::vector<size_t> index_;
  std::vector<size_t> low_;
  std::vector<size_t> open_;
  std::vector<size_t> size_;
  size_t opened_ = 0;
};

struct PathEdge {
  size_t from = 0;
  DependencyEdge edge;
};
using Path = std::vector<PathEdge>;

// Shortest paths within a component. The length of a path is the number of its edges that end at a transaction; edges
// to other nodes have length 0.
class ShortestPaths {
 public:
  ShortestPaths(const DependencyGraph& graph, const Components& components)
      : graph_(graph),
        components_(components),
        distance_(graph.edges_from.size(), kNone),
        arrived_by_(graph.edges_from.size()) {}

  // A path of at least one edge from `start` to `goal`. Empty if there is none with a length below `length_bound`.
  // 0-1 breadth-first search: nodes leave the queue in order of distance, so the first edge that reaches `goal` ends a
  // shortest path.
  Path Find(size_t start, size_t goal, const KindSet& kinds, size_t length_bound) {
    for (const size_t node : reached_) distance_[node] = kNone;
    reached_.clear();
    std::deque<size_t> queue = {start};
    Reach(start, 0);
    while (!queue.empty()) {
      const size_t node = queue.front();
      queue.pop_front();
      for (const DependencyEdge& edge : graph_.edges_from[node]) {
        if (!kinds.Has(edge.kind) || !components_.AreInOneComponent(node, edge.to)) continue;
        const size_t edge_length = graph_.IsTransaction(edge.to) ? 1 : 0;
        const size_t distance = distance_[node] + edge_length;
        if (distance >= length_bound) continue;
        if (edge.to == goal) return PathTo(node, edge, start);
        if (distance_[edge.to] <= distance) continue;
        Reach(edge.to, distance);
        arrived_by_[edge.to] = {node, edge};
        edge_length == 0 ? queue.push_front(edge.to) : queue.push_back(edge.to);
      }
    }
    return {};
  }

 private:
  void Reach(size_t node, size_t distance) {
    distance_[node] = distance;
    reached_.push_back(node);
  }

  Path PathTo(size_t last, const DependencyEdge& edge, size_t start) const {
    Path path = {{last, edge}};
    while (path.back().from != start) path.push_back(arrived_by_[path.back().from]);
    std::reverse(path.begin(), path.end());
    return path;
  }

  const DependencyGraph& graph_;
  const Components& components_;
  std::vector<size_t> distance_;
  std::vector<PathEdge> arrived_by_;
  std::vector<size_t> reached_;
};

size_t TransactionsOn(const DependencyGraph& graph, const Path& path) {
  return static_cast<size_t>(std::count_if(
      path.begin(), path.end(), [&](const PathEdge& path_edge) { return graph.IsTransaction(path_edge.edge.to); }));
}

// The links of a closed path that begins at a transaction: one for each transaction, from it to the next one.
std::vector<CycleLink> Links(const DependencyGraph& graph, const Path& path) {
  std::vector<CycleLink> links;
  for (const PathEdge& path_edge : path) {
    if (graph.IsTransaction(path_edge.from)) links.push_back({.from = path_edge.from, .why = path_edge.edge});
    links.back().to = path_edge.edge.to;
    if (path_edge.edge.kind == Dependency::kInherited) links.back().why.element = path_edge.edge.element;
  }
  return links;
}

// The least possible length of a cycle. A search ends when it finds a cycle of this length.
constexpr size_t kCycleLengthMin = 2;

}  // namespace

bool HasCycle(const DependencyGraph& graph, const std::vector<Dependency>& kinds) {
  const KindSet kind_set(kinds);
  return Components(graph, kind_set).HasCycle();
}

std::vector<CycleLink> ShortestCycle(const DependencyGraph& graph, const std::vector<Dependency>& kinds) {
  const KindSet kind_set(kinds);
  const Components components(graph, kind_set);
  ShortestPaths paths(graph, components);
  Path shortest;
  size_t length = kNone;
  for (size_t node = 0; node < graph.transactions && length > kCycleLengthMin; ++node) {
    if (!components.IsOnCycle(node)) continue;
    Path path = paths.Find(node, node, kind_set, length);
    if (path.empty()) continue;
    length = TransactionsOn(graph, path);
    shortest = std::move(path);
  }
  return Links(graph, shortest);
}

std::vector<CycleLink> ShortestCycleWithOne(const DependencyGraph& graph, Dependency single_kind,
                                            const std::vector<Dependency>& kinds) {
  const KindSet kind_set(kinds);
  KindSet other_kinds = kind_set;
  other_kinds.Set(single_kind, false);
  const Components components(graph, kind_set);
  ShortestPaths paths(graph, components);
  Path shortest;
  size_t length = kNone;
  for (size_t node = 0; node < graph.transactions; ++node) {
    for (const DependencyEdge& edge : graph.edges_from[node]) {
      if (length <= kCycleLengthMin) return Links(graph, shortest);
      if (edge.kind != single_kind || !components.AreInOneComponent(node, edge.to)) continue;
      const size_t first_edge_length = graph.IsTransaction(edge.to) ? 1 : 0;
      Path path = paths.Find(edge.to, node, other_kinds, length == kNone ? kNone : length - first_edge_length);
      if (path.empty()) continue;
      path.insert(path.begin(), {node, edge});
      length = TransactionsOn(graph, path);
      shortest = std::move(path);
    }
  }
  return Links(graph, shortest);
}

std::string FormatReason(const CycleLink& link, size_t from_number, size_t to_number) {
  const std::string from = absl::StrCat("T", from_number);
  const std::string to = absl::StrCat("T", to_number);
  switch (link.why.kind) {
    case Dependency::kOverwrite:
      return absl::StrCat(to, " appended ", link.why.element, " to ", *link.why.key, " after an element of ", from);
    case Dependency::kRead:
      return absl::StrCat(to, " read ", link.why.element, " in ", *link.why.key, ", which ", from, " appended");
    case Dependency::kOverwrittenRead:
      return absl::StrCat(from, " read ", *link.why.key, " without ", link.why.element, ", which ", to, " appended");
    case Dependency::kRealTime:
      return absl::StrCat(from, " had completed when ", to, " was invoked");
    case Dependency::kInherited:
      break;
  }
  return "";
}

}  // namespace holdfast::conformance
