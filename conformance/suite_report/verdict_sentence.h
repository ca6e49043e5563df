// Sentences that state a run's outcome and advise what to do about it.
#pragma once

#include <string>

#include "conformance/suite_report/run_report.h"

namespace holdfast::conformance {

// The numbers of races and of cases that have a given verdict.
struct VerdictCount {
  int races = 0;
  int cases = 0;
  int All() const { return races + cases; }
};
VerdictCount CountVerdict(const RunReport& report, Verdict verdict);

// "2 races and 1 case do not hold; the other 65 hold." One sentence, plain text.
std::string Headline(const RunReport& report);

// Advice for the reader of the verdict: one or several sentences, plain text.
std::string Advice(const RunReport& report);

}  // namespace holdfast::conformance
