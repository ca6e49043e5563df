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
    for (const Dependency kind : kinds) Put(kind, true);
    Put(Dependency::kInherited, true);
  }
  bool Has(Dependency kind) const { return has_[static_cast<size_t>(kind)]; }
  void Put(Dependency kind, bool in) { has_[static_cast<size_t>(kind)] = in; }

 private:
  std::array<bool, static_cast<size_t>(Dependency::kInherited) + 1> has_{};
};

// Tarjan's strongly connected components, without recursion, for paths are as long as histories.
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

  // They are on a cycle together.
  bool AreTogether(size_t a, size_t b) const { return component_[a] == component_[b]; }
  // It is on a cycle: no edge leads from a node to itself.
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

struct Step {
  size_t from = 0;
  DependencyEdge edge;
};
using Path = std::vector<Step>;

// Shortest ways within a component, where only arriving at a transaction counts as a step.
class Ways {
 public:
  Ways(const DependencyGraph& graph, const Components& components)
      : graph_(graph),
        components_(components),
        distance_(graph.edges_from.size(), kNone),
        arrived_by_(graph.edges_from.size()) {}

  // From `start` to `goal`, by one edge at least. Empty if there is no way of fewer than `steps_max` steps.
  Path Find(size_t start, size_t goal, const KindSet& kinds, size_t steps_max) {
    for (const size_t node : reached_) distance_[node] = kNone;
    reached_.clear();
    std::deque<size_t> queue = {start};
    Reach(start, 0);
    while (!queue.empty()) {
      const size_t node = queue.front();
      queue.pop_front();
      for (const DependencyEdge& edge : graph_.edges_from[node]) {
        if (!kinds.Has(edge.kind) || !components_.AreTogether(node, edge.to)) continue;
        const size_t step = graph_.IsTransaction(edge.to) ? 1 : 0;
        const size_t distance = distance_[node] + step;
        if (distance >= steps_max) continue;
        if (edge.to == goal) return PathTo(node, edge, start);
        if (distance_[edge.to] <= distance) continue;
        Reach(edge.to, distance);
        arrived_by_[edge.to] = {node, edge};
        step == 0 ? queue.push_front(edge.to) : queue.push_back(edge.to);
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
  std::vector<Step> arrived_by_;
  std::vector<size_t> reached_;
};

size_t TransactionsOn(const DependencyGraph& graph, const Path& path) {
  return static_cast<size_t>(
      std::count_if(path.begin(), path.end(), [&](const Step& step) { return graph.IsTransaction(step.edge.to); }));
}

// A closed path that begins at a transaction.
std::vector<CycleLink> Links(const DependencyGraph& graph, const Path& path) {
  std::vector<CycleLink> links;
  for (const Step& step : path) {
    if (graph.IsTransaction(step.from)) links.push_back({step.from, step.edge.to, step.edge});
    links.back().to = step.edge.to;
    if (step.edge.kind == Dependency::kInherited && step.edge.key != nullptr)
      links.back().why.element = step.edge.element;
  }
  return links;
}

// No cycle is shorter.
constexpr size_t kShortest = 2;

}  // namespace

bool HasCycle(const DependencyGraph& graph, const std::vector<Dependency>& kinds) {
  const KindSet kind_set(kinds);
  return Components(graph, kind_set).HasCycle();
}

std::vector<CycleLink> ShortestCycle(const DependencyGraph& graph, const std::vector<Dependency>& kinds) {
  const KindSet kind_set(kinds);
  const Components components(graph, kind_set);
  Ways ways(graph, components);
  Path shortest;
  size_t length = kNone;
  for (size_t node = 0; node < graph.transactions && length > kShortest; ++node) {
    if (!components.IsOnCycle(node)) continue;
    Path path = ways.Find(node, node, kind_set, length);
    if (path.empty()) continue;
    length = TransactionsOn(graph, path);
    shortest = std::move(path);
  }
  return Links(graph, shortest);
}

std::vector<CycleLink> ShortestCycleWithOne(const DependencyGraph& graph, Dependency one,
                                            const std::vector<Dependency>& kinds) {
  const KindSet kind_set(kinds);
  KindSet others = kind_set;
  others.Put(one, false);
  const Components components(graph, kind_set);
  Ways ways(graph, components);
  Path shortest;
  size_t length = kNone;
  for (size_t node = 0; node < graph.transactions; ++node) {
    for (const DependencyEdge& edge : graph.edges_from[node]) {
      if (length <= kShortest) return Links(graph, shortest);
      if (edge.kind != one || !components.AreTogether(node, edge.to)) continue;
      const size_t first = graph.IsTransaction(edge.to) ? 1 : 0;
      Path path = ways.Find(edge.to, node, others, length == kNone ? kNone : length - first);
      if (path.empty()) continue;
      path.insert(path.begin(), {node, edge});
      length = TransactionsOn(graph, path);
      shortest = std::move(path);
    }
  }
  return Links(graph, shortest);
}

std::string FormatReason(const CycleLink& link, size_t from_name, size_t to_name) {
  const std::string from = absl::StrCat("T", from_name);
  const std::string to = absl::StrCat("T", to_name);
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
