// The result of a run as plain data: the runner fills it in, and each report formats it. Strings may come from an
// endpoint and hold any bytes; the reports escape them.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "conformance/history/witness.h"

namespace holdfast::conformance {

enum class Verdict {
  kHolds,
  kViolated,
  // All effects and error names were right, but the text of an error was not.
  kWording,
  // The race found no violation but proves nothing, because its control found none either.
  kInconclusive,
  // The endpoint lacks a feature, such as an operation, that the race or case needs.
  kUnsupported,
  // The race or case could not be run.
  kError,
};

// All verdicts, the most severe first.
inline constexpr std::array<Verdict, 6> kMostSevereFirst = {Verdict::kError,       Verdict::kViolated,
                                                            Verdict::kWording,     Verdict::kInconclusive,
                                                            Verdict::kUnsupported, Verdict::kHolds};

// A violation of a race's invariant in one round; a round may have several.
struct ViolationReport {
  int round = 0;
  // The value of --seed that repeats it.
  uint64_t seed = 0;
  std::string what;
  Witness witness;
};

struct RaceReport {
  std::string group;      // "races" or "systems/appointments"
  std::string name;       // "one-put-wins"
  std::string invariant;  // a sentence
  std::string control;    // what the control removes, a sentence
  Verdict verdict = Verdict::kHolds;
  int clients = 0;
  // The rounds that were run with the guard, and those of the control.
  int rounds = 0;
  int control_rounds = 0;
  // True if the control found a violation, as it must.
  bool control_convicted = false;
  std::string control_finding;  // the first violation that the control found
  // Contention in the guarded rounds: up to five counts that any race may have, from "operations" to "unknown
  // outcomes", and the race's own. Those that are 0 may be missing.
  std::map<std::string, int64_t> event_counts;
  double seconds = 0;
  std::vector<ViolationReport> violations;
  // Why the race ended early, could not be run or proves nothing, or why its history was not written; if the verdict is
  // kUnsupported, the feature that the endpoint lacks. Otherwise empty.
  std::string note;
};

struct CaseReport {
  std::string group;
  std::string name;
  std::string sentence;
  Verdict verdict = Verdict::kHolds;
  double seconds = 0;
  std::vector<std::string> complaints;
  // The feature that the endpoint lacks, which is also the last complaint; empty if the case was run to its end. The
  // verdict is more severe than kUnsupported if the case had found something before that.
  std::string missing_feature;
};

// A feature that the endpoint lacks, and the number of races and cases that need it.
struct MissingFeature {
  std::string what;
  int needed_by = 0;
};

struct RunReport {
  std::string endpoint;
  std::string region;
  std::string started;  // ISO 8601, UTC
  std::string version;
  uint64_t seed = 0;
  int clients = 0;
  // The rounds that were requested of each race.
  int rounds = 0;
  double seconds = 0;
  std::vector<CaseReport> cases;
  std::vector<RaceReport> races;
};

// One lower-case word: "holds", "violated", ...
std::string_view VerdictName(Verdict verdict);

// Whether `a` is more severe than `b`: before it in kMostSevereFirst.
bool IsMoreSevere(Verdict a, Verdict b);

// Each feature that the endpoint lacks once, in descending order of `needed_by`.
std::vector<MissingFeature> CollectMissingFeatures(const RunReport& report);

// True if a race held for fewer rounds than requested because its budget ended.
bool EndedByBudget(const RunReport& report, const RaceReport& race);

// A race's event counts in an order for reading: counts common to all races come first, from "operations" to "unknown
// outcomes"; the race's own counts follow by name.
std::vector<std::pair<std::string, int64_t>> InReadingOrder(const std::map<std::string, int64_t>& event_counts);

// The most severe verdict of all races and cases. kError if there are none: a misspelt --only must not look like
// success.
Verdict Overall(const RunReport& report);

// The program's exit status: 0 if everything holds or is unsupported, 1 if a race or case was violated or the text of
// an error differs, 2 if a race or case could not be run, 3 if a race proves nothing.
int ExitStatus(Verdict verdict);

}  // namespace holdfast::conformance
