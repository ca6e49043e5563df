#include "server/shake/results.h"

#include <algorithm>
#include <utility>

#include "server/race/stable_name.h"

namespace holdfast::server::shake {
namespace {

constexpr AnomalyClass kReordering = AnomalyClass::kReordering;
// The columns of TableText, in characters.
constexpr size_t kTitleWidth = 23;
constexpr size_t kAloneWidth = 13;
constexpr size_t kWithWidth = 17;
constexpr size_t kRemarkBegin = 60;

std::string Padded(std::string text, size_t width) {
  text.resize(std::max(width, text.size()), ' ');
  return text;
}

}  // namespace

uint64_t Run::TimesHappened(AnomalyClass anomaly) const {
  switch (anomaly) {
    case AnomalyClass::kReordering:
      return order.reordered + order.delays;
    case AnomalyClass::kStaleReads:
      return anomalies.Caused(Anomaly::kStaleRead);
    case AnomalyClass::kIndexLag:
      return anomalies.Caused(Anomaly::kIndexLag);
    case AnomalyClass::kConflicts:
      return anomalies.Caused(Anomaly::kConflict);
    case AnomalyClass::kThrottling:
      return anomalies.Caused(Anomaly::kThrottle);
    case AnomalyClass::kLostReplies:
      return anomalies.Caused(Anomaly::kLostReply) + anomalies.Caused(Anomaly::kLostRequest);
    case AnomalyClass::kLateTtl:
      return expired_items_skipped;
  }
  return 0;
}

std::string Share::Text() const { return runs == 0 ? "-" : std::to_string(failed) + " of " + std::to_string(runs); }

std::vector<Row> MakeRows(const std::vector<Run>& runs, ClassSet permitted) {
  const bool reordering_fails = std::any_of(
      runs.begin(), runs.end(), [](const Run& run) { return run.failed && run.classes == ClassSet{kReordering}; });
  std::vector<Row> rows;
  for (const AnomalyClass anomaly : permitted.Members()) {
    Row row;
    row.anomaly = anomaly;
    for (const Run& run : runs) {
      const bool has_class = run.classes.Contains(anomaly);
      (has_class ? row.with : row.without).Add(run);
      if (!has_class) continue;
      row.happened += run.TimesHappened(anomaly);
      const bool with_reordering = anomaly != kReordering && run.classes.Contains(kReordering);
      const ClassSet others = run.classes.Without(anomaly).Without(kReordering);
      if (!others.empty() || (with_reordering && reordering_fails)) continue;
      row.alone.Add(run);
      if (run.failed && row.failure_line.empty()) row.failure_line = run.failure_line;
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

std::string TableText(const std::vector<Row>& rows) {
  std::string text = Padded("Failed runs", kTitleWidth) + Padded("alone", kAloneWidth) +
                     Padded("in all with it", kWithWidth) + "in all without it\n";
  for (const Row& row : rows) {
    const bool is_reordering = row.anomaly == kReordering;
    std::string line = Padded((is_reordering ? "  " : "+ ") + Title(row.anomaly), kTitleWidth);
    line += Padded(row.alone.Text(), kAloneWidth) + Padded(row.with.Text(), kWithWidth) + row.without.Text();
    if (row.alone.failed > 0) {
      line = Padded(std::move(line), kRemarkBegin) + "  ←" + (row.failure_line.empty() ? "" : " " + row.failure_line);
    } else if (row.with.runs > 0 && row.happened == 0) {
      line = Padded(std::move(line), kRemarkBegin) + "  did not happen; it takes " +
             std::string(Precondition(row.anomaly));
    }
    text += line + "\n";
  }
  return text;
}

const Run* SimplestFailure(const std::vector<Run>& runs) {
  const Run* simplest = nullptr;
  for (const Run& run : runs) {
    if (!run.failed) continue;
    if (simplest == nullptr || run.classes.size() < simplest->classes.size()) simplest = &run;
  }
  return simplest;
}

std::vector<LostUpdates::Finding> DistinctLostUpdates(const std::vector<Run>& runs) {
  std::vector<LostUpdates::Finding> distinct;
  for (const Run& run : runs) {
    for (const LostUpdates::Finding& finding : run.lost_updates) {
      const bool is_listed = std::any_of(distinct.begin(), distinct.end(), [&](const LostUpdates::Finding& other) {
        return other.operation == finding.operation && StableName(other.table) == StableName(finding.table);
      });
      if (!is_listed) distinct.push_back(finding);
    }
  }
  return distinct;
}

}  // namespace holdfast::server::shake
