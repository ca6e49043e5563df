#include "conformance/suite_report/verdict_sentence.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include "conformance/report/readable_text.h"

namespace holdfast::conformance {
namespace {

std::string Subject(const VerdictCount& count) {
  std::vector<std::string> words;
  if (count.races > 0) words.push_back(FormatCount(count.races, "race"));
  if (count.cases > 0) words.push_back(FormatCount(count.cases, "case"));
  return JoinWithAnd(words);
}

struct Predicate {
  Verdict verdict;
  std::string_view singular;
  std::string_view plural;
};

// In the order of importance to a reader.
constexpr Predicate kPredicates[] = {
    {Verdict::kViolated, " does not hold", " do not hold"},
    {Verdict::kWording, " differs only in the text of an error", " differ only in the text of an error"},
    {Verdict::kError, " could not be run", " could not be run"},
    {Verdict::kInconclusive, " proves nothing", " prove nothing"},
    {Verdict::kUnsupported, " needs what the endpoint lacks", " need what the endpoint lacks"},
};

constexpr std::string_view kNothingWasRun = "Nothing was run.";

// ", 3 races for fewer rounds than asked for"; empty if the budget ended no race early.
std::string EndedByBudgetText(const RunReport& report) {
  const auto brief = std::count_if(report.races.begin(), report.races.end(),
                                   [&report](const RaceReport& race) { return EndedByBudget(report, race); });
  return brief == 0 ? "" : ", " + FormatCount(brief, "race") + " for fewer rounds than asked for";
}

}  // namespace

VerdictCount CountVerdict(const RunReport& report, Verdict verdict) {
  const auto has_verdict = [verdict](const auto& one) { return one.verdict == verdict; };
  VerdictCount count;
  count.races = static_cast<int>(std::count_if(report.races.begin(), report.races.end(), has_verdict));
  count.cases = static_cast<int>(std::count_if(report.cases.begin(), report.cases.end(), has_verdict));
  return count;
}

std::string Headline(const RunReport& report) {
  const size_t all = report.races.size() + report.cases.size();
  if (all == 0) return std::string(kNothingWasRun);
  const VerdictCount holding = CountVerdict(report, Verdict::kHolds);
  if (static_cast<size_t>(holding.All()) == all) {
    return "Everything holds: " + Subject(holding) + EndedByBudgetText(report) + ".";
  }
  std::string sentence;
  for (const Predicate& predicate : kPredicates) {
    const VerdictCount count = CountVerdict(report, predicate.verdict);
    if (count.All() == 0) continue;
    if (!sentence.empty()) sentence += "; ";
    sentence += Subject(count);
    sentence += count.All() == 1 ? predicate.singular : predicate.plural;
  }
  if (holding.All() == 0) return sentence + ".";
  return sentence + "; the other " + FormatNumber(holding.All()) + (holding.All() == 1 ? " holds" : " hold") +
         EndedByBudgetText(report) + ".";
}

std::string Advice(const RunReport& report) {
  if (report.races.empty() && report.cases.empty()) return "Check the names that were asked for.";
  std::vector<std::string_view> advice;
  const auto any = [&report](Verdict verdict) { return CountVerdict(report, verdict).All() > 0; };
  if (any(Verdict::kViolated)) {
    advice.push_back(
        "The endpoint broke a promise that DynamoDB makes: see what was found, and repeat it by its command.");
  }
  if (any(Verdict::kWording)) {
    advice.push_back("Where only a text differs, code that reads the error's name behaves as on DynamoDB.");
  }
  if (any(Verdict::kError)) {
    advice.push_back("What could not be run says why: mend that and run again, for nothing is known of it yet.");
  }
  if (any(Verdict::kInconclusive)) {
    advice.push_back("What proves nothing has not shown that it can fail: give it more clients or more rounds.");
  }
  if (any(Verdict::kUnsupported)) advice.push_back("Code that relies on what is unsupported cannot be tested here.");
  if (advice.empty()) advice.push_back("To search further, run more rounds or choose another seed.");
  std::string text;
  for (const std::string_view sentence : advice) Append(&text, {text.empty() ? "" : " ", sentence});
  return text;
}

}  // namespace holdfast::conformance
