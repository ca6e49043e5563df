#include "conformance/history/serializability_checker.h"

#include "absl/strings/str_cat.h"
#include "conformance/history/dependency_graph.h"
#include "conformance/history/shortest_cycle.h"
#include "conformance/history/version_orders.h"

namespace holdfast::conformance {
namespace {

using Kinds = std::vector<Dependency>;

// A kind of cycle: the dependencies that it may contain.
struct CycleKind {
  Anomaly anomaly;
  Kinds dependencies;
  bool exactly_one_overwritten_read;
};

// The simplest kinds come first.
std::vector<CycleKind> CycleKinds(bool with_real_time) {
  const auto kinds = [&](Kinds dependencies) {
    if (with_real_time) dependencies.push_back(Dependency::kRealTime);
    return dependencies;
  };
  using D = Dependency;
  return {
      {with_real_time ? Anomaly::kG0RealTime : Anomaly::kG0, kinds({D::kOverwrite}), false},
      {with_real_time ? Anomaly::kG1cRealTime : Anomaly::kG1c, kinds({D::kOverwrite, D::kRead}), false},
      {with_real_time ? Anomaly::kGSingleRealTime : Anomaly::kGSingle,
       kinds({D::kOverwrite, D::kRead, D::kOverwrittenRead}), true},
      {with_real_time ? Anomaly::kG2RealTime : Anomaly::kG2, kinds({D::kOverwrite, D::kRead, D::kOverwrittenRead}),
       false},
  };
}

SerializabilityFinding CycleFinding(Anomaly anomaly, std::span<const TransactionOperation> history,
                                    const std::vector<CycleLink>& cycle) {
  SerializabilityFinding finding;
  finding.anomaly = anomaly;
  for (size_t i = 0; i < cycle.size(); ++i) {
    finding.transactions.push_back(history[cycle[i].from]);
    const size_t next = (i + 1) % cycle.size();
    finding.links.push_back({i, next, FormatReason(cycle[i], i + 1, next + 1)});
  }
  finding.explanation =
      absl::StrCat("Each of these ", cycle.size(),
                   " transactions comes before the next, and the last before the first: no order exists.");
  return finding;
}

std::optional<SerializabilityFinding> FindCycle(std::span<const TransactionOperation> history,
                                                const DependencyGraph& graph, bool with_real_time) {
  const std::vector<CycleKind> kinds = CycleKinds(with_real_time);
  // The last kind allows every dependency. Most histories have no cycle at all, and need only this check.
  if (!HasCycle(graph, kinds.back().dependencies)) return std::nullopt;
  for (const CycleKind& kind : kinds) {
    const std::vector<CycleLink> cycle =
        kind.exactly_one_overwritten_read ? ShortestCycleWithOne(graph, Dependency::kOverwrittenRead, kind.dependencies)
                                          : ShortestCycle(graph, kind.dependencies);
    if (!cycle.empty()) return CycleFinding(kind.anomaly, history, cycle);
  }
  return std::nullopt;
}

}  // namespace

std::string_view NameOf(Anomaly anomaly) {
  switch (anomaly) {
    case Anomaly::kInventedElement:
      return "invented element";
    case Anomaly::kAbortedRead:
      return "aborted read";
    case Anomaly::kDuplicateElement:
      return "duplicate element";
    case Anomaly::kIncompatibleOrder:
      return "incompatible order";
    case Anomaly::kLostAppend:
      return "lost append";
    case Anomaly::kStaleRead:
      return "stale read";
    case Anomaly::kG0:
      return "G0";
    case Anomaly::kG1c:
      return "G1c";
    case Anomaly::kGSingle:
      return "G-single";
    case Anomaly::kG2:
      return "G2";
    case Anomaly::kG0RealTime:
      return "G0-realtime";
    case Anomaly::kG1cRealTime:
      return "G1c-realtime";
    case Anomaly::kGSingleRealTime:
      return "G-single-realtime";
    case Anomaly::kG2RealTime:
      return "G2-realtime";
  }
  return "";
}

std::optional<SerializabilityFinding> CheckSerializable(std::span<const TransactionOperation> history,
                                                        const SerializabilityOptions& options) {
  std::optional<SerializabilityFinding> finding = FindImpossibleList(history);
  if (finding.has_value()) return finding;

  const VersionOrders orders = InferVersionOrders(history);
  if (options.with_real_time) finding = FindMissingAppend(history, orders, Anomaly::kLostAppend);
  if (finding.has_value()) return finding;

  DependencyGraph graph = DataDependencies(history, orders);
  finding = FindCycle(history, graph, /*with_real_time=*/false);
  if (finding.has_value() || !options.with_real_time) return finding;

  finding = FindMissingAppend(history, orders, Anomaly::kStaleRead);
  if (finding.has_value()) return finding;

  AddRealTime(history, orders, graph);
  return FindCycle(history, graph, /*with_real_time=*/true);
}

}  // namespace holdfast::conformance
