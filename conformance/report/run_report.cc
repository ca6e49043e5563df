#include "conformance/report/run_report.h"

#include <algorithm>

namespace holdfast::conformance {

std::string_view VerdictName(Verdict verdict) {
  switch (verdict) {
    case Verdict::kHolds:
      return "holds";
    case Verdict::kViolated:
      return "violated";
    case Verdict::kInconclusive:
      return "inconclusive";
    case Verdict::kUnsupported:
      return "unsupported";
    case Verdict::kError:
      return "error";
  }
  return "error";
}

bool IsGraver(Verdict a, Verdict b) {
  return std::find(kGravestFirst.begin(), kGravestFirst.end(), a) <
         std::find(kGravestFirst.begin(), kGravestFirst.end(), b);
}

Verdict Overall(const RunReport& report) {
  if (report.cases.empty() && report.races.empty()) return Verdict::kError;
  Verdict worst = Verdict::kHolds;
  for (const CaseReport& one : report.cases) worst = IsGraver(one.verdict, worst) ? one.verdict : worst;
  for (const RaceReport& race : report.races) worst = IsGraver(race.verdict, worst) ? race.verdict : worst;
  return worst;
}

int ExitStatus(Verdict verdict) {
  switch (verdict) {
    case Verdict::kHolds:
    case Verdict::kUnsupported:
      return 0;
    case Verdict::kViolated:
      return 1;
    case Verdict::kError:
      return 2;
    case Verdict::kInconclusive:
      return 3;
  }
  return 2;
}

}  // namespace holdfast::conformance
