#include "conformance/suite_report/run_report.h"

#include <algorithm>

namespace holdfast::conformance {
namespace {

constexpr std::array<std::string_view, 5> kCommonEventCounts = {
    "operations", "overlapping operations", "conditions refused", "transaction conflicts", "unknown outcomes"};

}  // namespace

std::string_view VerdictName(Verdict verdict) {
  switch (verdict) {
    case Verdict::kHolds:
      return "holds";
    case Verdict::kViolated:
      return "violated";
    case Verdict::kWording:
      return "wording";
    case Verdict::kInconclusive:
      return "inconclusive";
    case Verdict::kUnsupported:
      return "unsupported";
    case Verdict::kError:
      return "error";
  }
  return "error";
}

bool IsMoreSevere(Verdict a, Verdict b) {
  return std::find(kMostSevereFirst.begin(), kMostSevereFirst.end(), a) <
         std::find(kMostSevereFirst.begin(), kMostSevereFirst.end(), b);
}

std::vector<MissingFeature> CollectMissingFeatures(const RunReport& report) {
  std::vector<MissingFeature> lacks;
  const auto add = [&lacks](const std::string& what) {
    auto lack = std::find_if(lacks.begin(), lacks.end(),
                             [&](const MissingFeature& candidate) { return candidate.what == what; });
    if (lack == lacks.end()) lack = lacks.insert(lacks.end(), {.what = what, .needed_by = 0});
    ++lack->needed_by;
  };
  for (const RaceReport& race : report.races) {
    if (race.verdict == Verdict::kUnsupported) add(race.note);
  }
  for (const CaseReport& case_report : report.cases) {
    if (!case_report.missing_feature.empty()) add(case_report.missing_feature);
  }
  std::stable_sort(lacks.begin(), lacks.end(),
                   [](const MissingFeature& a, const MissingFeature& b) { return a.needed_by > b.needed_by; });
  return lacks;
}

bool EndedByBudget(const RunReport& report, const RaceReport& race) {
  return race.verdict == Verdict::kHolds && race.rounds < report.rounds;
}

std::vector<std::pair<std::string, int64_t>> InReadingOrder(const std::map<std::string, int64_t>& event_counts) {
  std::vector<std::pair<std::string, int64_t>> ordered(event_counts.begin(), event_counts.end());
  const auto rank = [](const std::pair<std::string, int64_t>& count) {
    return std::find(kCommonEventCounts.begin(), kCommonEventCounts.end(), count.first) - kCommonEventCounts.begin();
  };
  std::stable_sort(ordered.begin(), ordered.end(), [&rank](const auto& a, const auto& b) { return rank(a) < rank(b); });
  return ordered;
}

Verdict Overall(const RunReport& report) {
  if (report.cases.empty() && report.races.empty()) return Verdict::kError;
  Verdict worst = Verdict::kHolds;
  for (const CaseReport& case_report : report.cases)
    worst = IsMoreSevere(case_report.verdict, worst) ? case_report.verdict : worst;
  for (const RaceReport& race : report.races) worst = IsMoreSevere(race.verdict, worst) ? race.verdict : worst;
  return worst;
}

int ExitStatus(Verdict verdict) {
  switch (verdict) {
    case Verdict::kHolds:
    case Verdict::kUnsupported:
      return 0;
    case Verdict::kViolated:
    case Verdict::kWording:
      return 1;
    case Verdict::kError:
      return 2;
    case Verdict::kInconclusive:
      return 3;
  }
  return 2;
}

}  // namespace holdfast::conformance
