#include "conformance/history/dependency_graph.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace holdfast::conformance {
namespace {

class DataEdges {
 public:
  DataEdges(std::span<const TransactionOperation> history, const VersionOrders& orders) : orders_(orders) {
    graph_.transactions = history.size();
    graph_.edges_from.resize(history.size());
    for (const auto& [key, order] : orders.of_key) AddOverwrites(key, order);
    for (size_t i = 0; i < history.size(); ++i) {
      if (history[i].outcome != Outcome::kOk) continue;
      for (const TransactionOperation::Read& read : history[i].reads) AddRead(i, read);
    }
  }

  DependencyGraph Take() { return std::move(graph_); }

 private:
  void Add(size_t from, DependencyEdge edge) {
    if (from != edge.to) graph_.edges_from[from].push_back(edge);
  }

  void AddOverwrites(const std::string& key, const VersionOrder& order) {
    if (order.elements.empty()) return;
    for (size_t index = 1; index < order.elements.size(); ++index) {
      Add(order.appended_by[index - 1],
          {order.appended_by[index], Dependency::kOverwrite, &key, order.elements[index]});
    }
    for (const VersionOrder::Unread& unread : order.unread) {
      Add(order.appended_by.back(), {unread.transaction, Dependency::kOverwrite, &key, unread.element});
    }
  }

  void AddRead(size_t reader, const TransactionOperation::Read& read) {
    const auto found = orders_.of_key.find(read.key);
    const std::string& key = found->first;
    const VersionOrder& order = found->second;
    const size_t length = read.list.size();
    if (length > 0) Add(order.appended_by[length - 1], {reader, Dependency::kRead, &key, read.list.back()});
    if (length < order.elements.size()) {
      Add(reader, {order.appended_by[length], Dependency::kOverwrittenRead, &key, order.elements[length]});
    } else if (!order.unread.empty()) {
      AddReadOfWholeList(reader, key, order);
    }
  }

  void AddReadOfWholeList(size_t reader, const std::string& key, const VersionOrder& order) {
    const bool appends_too =
        std::any_of(order.unread.begin(), order.unread.end(),
                    [&](const VersionOrder::Unread& unread) { return unread.transaction == reader; });
    if (!appends_too) {
      Add(reader, {HubOf(key, order), Dependency::kOverwrittenRead, &key, 0});
      return;
    }
    // A reader that appended an unread element itself does not use the hub, which has an edge to this reader. The edges
    // of the first two such readers suffice: neither read the other's append, so each comes before the other, which is
    // a cycle already.
    if (++readers_who_append_[&key] > 2) return;
    for (const VersionOrder::Unread& unread : order.unread) {
      Add(reader, {unread.transaction, Dependency::kOverwrittenRead, &key, unread.element});
    }
  }

  size_t HubOf(const std::string& key, const VersionOrder& order) {
    const auto [hub, is_new] = hub_of_.try_emplace(&key, graph_.edges_from.size());
    if (is_new) {
      std::vector<DependencyEdge>& edges = graph_.edges_from.emplace_back();
      for (const VersionOrder::Unread& unread : order.unread) {
        edges.push_back({unread.transaction, Dependency::kInherited, &key, unread.element});
      }
    }
    return hub->second;
  }

  const VersionOrders& orders_;
  DependencyGraph graph_;
  std::map<const std::string*, size_t> hub_of_;
  std::map<const std::string*, int> readers_who_append_;
};

}  // namespace

DependencyGraph DataDependencies(std::span<const TransactionOperation> history, const VersionOrders& orders) {
  return DataEdges(history, orders).Take();
}

void AddRealTime(std::span<const TransactionOperation> history, const VersionOrders& orders, DependencyGraph& graph) {
  struct Event {
    int64_t time = 0;
    bool is_completion = false;
    size_t transaction = 0;
  };
  std::vector<Event> events;
  for (size_t i = 0; i < history.size(); ++i) {
    if (!orders.committed[i]) continue;
    events.push_back({history[i].invoked, false, i});
    if (history[i].outcome == Outcome::kOk) events.push_back({history[i].completed, true, i});
  }
  // At equal times invocations come first, so that such calls count as overlapping.
  std::sort(events.begin(), events.end(), [](const Event& a, const Event& b) {
    return std::tuple(a.time, a.is_completion, a.transaction) < std::tuple(b.time, b.is_completion, b.transaction);
  });
  // Completions with no invocation between them share a barrier.
  size_t barriers = 0;
  bool was_completion = false;
  for (const Event& event : events) {
    if (event.is_completion) {
      if (!was_completion) {
        graph.edges_from.emplace_back();
        const size_t barrier = graph.edges_from.size() - 1;
        if (++barriers > 1) graph.edges_from[barrier - 1].push_back({barrier, Dependency::kInherited, nullptr, 0});
      }
      graph.edges_from[event.transaction].push_back({graph.edges_from.size() - 1, Dependency::kRealTime, nullptr, 0});
    } else if (barriers > 0) {
      graph.edges_from.back().push_back({event.transaction, Dependency::kInherited, nullptr, 0});
    }
    was_completion = event.is_completion;
  }
}

}  // namespace holdfast::conformance
