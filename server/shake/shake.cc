#include "server/shake/shake.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <functional>
#include <utility>

#include "engine/base/random.h"
#include "server/shake/command.h"
#include "server/shake/plan.h"
#include "server/shake/report.h"
#include "server/shake/runs.h"

namespace holdfast::server::shake {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

// How many anomalies of each class that a client has to handle (conflicts, throttling, lost replies) are expected in a
// run. Their number does not grow with the number of requests, so that a large suite does not drown in retries.
constexpr double kExpectedPerRun = 3;
constexpr double kRateMax = 0.3;
constexpr double kStaleRate = 0.5;
// After this many failed runs with a class alone, the class is not run again.
constexpr size_t kFailuresSufficient = 3;
constexpr size_t kReductionTries = 3;
constexpr size_t kRepetitions = 10;
// A run with anomalies is ended after kTimeoutFactor times the duration of the run by itself, but not before
// kTimeoutMin.
constexpr int kTimeoutFactor = 20;
constexpr seconds kTimeoutMin{60};
constexpr seconds kTimeoutByItself{3'600};
constexpr size_t kNotesShown = 10;

std::string SecondsText(milliseconds time) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f s", static_cast<double>(time.count()) / 1000);
  return text;
}

double RateFor(uint64_t possible) {
  return std::min(kRateMax, kExpectedPerRun / static_cast<double>(std::max<uint64_t>(possible, 1)));
}

// The line on stderr that shows the progress. Only on a terminal, where each line replaces the one before.
class Progress {
 public:
  void Show(const std::string& text) {
    if (!is_terminal_) return;
    std::fprintf(stderr, "\r\033[K%s", text.c_str());
    std::fflush(stderr);
  }
  void Clear() { Show(""); }

 private:
  const bool is_terminal_ = isatty(STDERR_FILENO) == 1;
};

class Shaker {
 public:
  Shaker(const ShakeFlags& flags, const std::vector<ShakenServer>& servers, rlim_t descriptors_max)
      : runs_(flags.command, servers, descriptors_max) {
    result_.seed = flags.seed.has_value() ? *flags.seed : UnpredictableSeed() % 1'000'000;
    result_.flags = flags;
  }

  ExitStatus Execute() {
    std::optional<ExitStatus> end = RunByItself();
    if (!end.has_value()) end = RunTogether();
    if (!end.has_value()) {
      RunPlan();
      if (!runs_.interrupted()) Reduce();
    }
    progress_.Clear();
    result_.interrupted = runs_.interrupted();
    if (end.has_value()) return *end;
    return AnyRunFailed() ? ExitStatus::kFound : result_.interrupted ? ExitStatus::kNotRun : ExitStatus::kNothingFound;
  }
  const ShakeResult& result() const { return result_; }

 private:
  const ShakeFlags& flags() const { return result_.flags; }
  bool AnyRunFailed() const {
    return std::any_of(result_.runs.begin(), result_.runs.end(), [](const Run& run) { return run.failed; });
  }

  AnomalyOptions OptionsFor(ClassSet classes, uint64_t seed) const {
    const auto rate = [&](AnomalyClass one, double value) { return classes.Contains(one) ? value : 0; };
    const AnomalyCounts& counts = result_.by_itself->anomalies;
    const bool reorders = classes.Contains(AnomalyClass::kReordering);
    return {.lost_replies = rate(AnomalyClass::kLostReplies, RateFor(counts.Possible(Anomaly::kLostReply))),
            .conflicts = rate(AnomalyClass::kConflicts, RateFor(counts.Possible(Anomaly::kConflict))),
            .throttle = rate(AnomalyClass::kThrottling, RateFor(counts.Possible(Anomaly::kThrottle))),
            .stale_reads = rate(AnomalyClass::kStaleReads, kStaleRate),
            .index_lag = rate(AnomalyClass::kIndexLag, kStaleRate),
            .hold = reorders ? flags().hold : milliseconds(0),
            .seeded_order = reorders,
            .spares_retries = true,
            .seed = seed};
  }
  PlannedRun Planned(ClassSet classes, uint64_t seed) const {
    const auto limit = std::chrono::duration_cast<seconds>(result_.by_itself->duration * kTimeoutFactor);
    return {OptionsFor(classes, seed), classes, std::max(kTimeoutMin, limit)};
  }

  // Executes `count` runs without any anomaly, and passes the first failed one, or else the last, to `use`. Returns
  // false as Runs::Execute does.
  bool RunWithoutAnomalies(size_t count, const std::function<void(const Run&, const std::string&)>& use) {
    size_t begun = 0;
    std::optional<Run> result;
    std::string output_of_result;
    const bool made = runs_.Execute(
        [&]() -> std::optional<PlannedRun> {
          if (begun == count) return std::nullopt;
          ++begun;
          return PlannedRun{{.seed = result_.seed}, ClassSet(), kTimeoutByItself};
        },
        [&](Run run, std::string output) {
          if (result.has_value() && result->failed) return;
          result = std::move(run);
          output_of_result = std::move(output);
        });
    progress_.Clear();
    if (made) use(*result, output_of_result);
    return made;
  }

  std::optional<ExitStatus> RunByItself() {
    std::printf("holdfast shake: %s\n", CommandText(flags().command).c_str());
    std::fflush(stdout);
    progress_.Show("by itself");
    std::string output;
    const bool made = RunWithoutAnomalies(1, [&](const Run& run, const std::string& run_output) {
      result_.by_itself = run;
      output = run_output;
    });
    if (!made) return ExitStatus::kNotRun;
    const Run& by_itself = *result_.by_itself;
    if (by_itself.failed) {
      PrintOutput("The command by itself", by_itself, output);
      if (by_itself.status == kCommandNotFound) return ExitStatus::kNotRun;
      std::printf("The command fails by itself, without any anomaly.\n");
      if (!flags().keep_going) return ExitStatus::kFailsByItself;
    }
    if (by_itself.anomalies.requests == 0) {
      std::printf("The command has sent no request for items to %s: does its client use AWS_ENDPOINT_URL?\n",
                  runs_.first_url().c_str());
      return ExitStatus::kNotRun;
    }
    std::printf("By itself it %s in %s, with %llu requests for items.\n", by_itself.failed ? "failed" : "passed",
                SecondsText(by_itself.duration).c_str(), static_cast<unsigned long long>(by_itself.anomalies.requests));
    std::fflush(stdout);
    return std::nullopt;
  }

  // Checks whether concurrent runs of the command disturb each other.
  std::optional<ExitStatus> RunTogether() {
    if (runs_.jobs() == 1 || result_.by_itself->failed) return std::nullopt;
    progress_.Show(std::to_string(runs_.jobs()) + " at once");
    std::optional<ExitStatus> end;
    const bool made = RunWithoutAnomalies(runs_.jobs(), [&](const Run& run, const std::string& output) {
      if (!run.failed) return;
      PrintOutput("One of " + std::to_string(runs_.jobs()) + " runs at once", run, output);
      std::printf("The command fails, without any anomaly, if it is run %zu times at once: leave --jobs out.\n",
                  runs_.jobs());
      if (!flags().keep_going) end = ExitStatus::kFailsByItself;
    });
    return made ? end : ExitStatus::kNotRun;
  }

  // The planned classes, without reordering if it is known to fail alone. Empty if another of them is known to fail
  // alone, or if none is left: then the run is skipped.
  ClassSet WithoutKnownFailures(ClassSet planned) const {
    if (flags().keep_going) return planned;
    const auto is_known_to_fail = [&](ClassSet set) {
      const auto failures = std::count_if(result_.runs.begin(), result_.runs.end(),
                                          [&](const Run& run) { return run.failed && run.classes == set; });
      return static_cast<size_t>(failures) >= kFailuresSufficient;
    };
    ClassSet classes = planned;
    if (is_known_to_fail({AnomalyClass::kReordering})) classes.Remove(AnomalyClass::kReordering);
    for (const AnomalyClass one : classes.Without(AnomalyClass::kReordering).Members()) {
      if (is_known_to_fail({one}) || is_known_to_fail({AnomalyClass::kReordering, one})) return ClassSet();
    }
    return classes;
  }

  void RunPlan() {
    const std::vector<ClassSet> plan = PlanRuns(flags().permitted(), flags().runs, result_.seed);
    size_t position = 0;
    milliseconds spent{0};
    size_t failed = 0;
    const auto next = [&]() -> std::optional<PlannedRun> {
      for (; position < plan.size(); ++position) {
        const ClassSet classes = WithoutKnownFailures(plan[position]);
        if (classes.empty()) continue;
        ShowProgress(position, plan.size(), failed, spent);
        return Planned(classes, result_.seed + position++);
      }
      return std::nullopt;
    };
    runs_.Execute(next, [&](Run run, std::string output) {
      spent += run.duration;
      if (run.failed) ++failed;
      const bool is_replay = flags().runs == 1;
      if ((run.failed && failed == 1) || is_replay) {
        progress_.Clear();
        PrintOutput("Run " + std::to_string(run.seed - result_.seed + 1) + " (seed " + std::to_string(run.seed) + ", " +
                        run.classes.Text() + ")",
                    run, output);
        result_.first_output = std::move(output);
      }
      result_.runs.push_back(std::move(run));
    });
  }

  void ShowProgress(size_t position, size_t count, size_t failed, milliseconds spent) {
    const size_t made = result_.runs.size();
    const milliseconds mean = made == 0 ? result_.by_itself->duration : spent / static_cast<int64_t>(made);
    const auto rounds = static_cast<int64_t>((count - position + runs_.jobs() - 1) / runs_.jobs());
    progress_.Show("run " + std::to_string(position + 1) + " of " + std::to_string(count) + ", " +
                   std::to_string(failed) + " failed, at most " + SecondsText(mean * rounds) + " to go");
  }

  // Runs a seed again, at most `runs_max` times or until it has failed `failures_max` times.
  Share Repeat(ClassSet classes, uint64_t seed, size_t runs_max, size_t failures_max, const std::string& progress) {
    Share repeated;
    size_t begun = 0;
    const auto next = [&]() -> std::optional<PlannedRun> {
      if (begun == runs_max || repeated.failed >= failures_max) return std::nullopt;
      ++begun;
      progress_.Show(progress + ", " + std::to_string(begun) + " of " + std::to_string(runs_max));
      return Planned(classes, seed);
    };
    runs_.Execute(next, [&](const Run& run, const std::string&) { repeated.Add(run); });
    return repeated;
  }

  void Reduce() {
    const Run* const failure = SimplestFailure(result_.runs);
    if (failure == nullptr || flags().runs == 1) return;
    SmallestSet smallest{failure->seed, failure->classes, {}};
    for (const AnomalyClass one : smallest.classes.Members()) {
      const ClassSet fewer = smallest.classes.Without(one);
      if (fewer.empty() || runs_.interrupted()) break;
      const Share repeated = Repeat(fewer, smallest.seed, kReductionTries, 1, "is " + fewer.Text() + " enough?");
      if (repeated.failed > 0) smallest.classes = fewer;
    }
    if (!runs_.interrupted()) {
      smallest.repeated = Repeat(smallest.classes, smallest.seed, kRepetitions, kRepetitions,
                                 "seed " + std::to_string(smallest.seed) + " again");
    }
    result_.smallest = smallest;
  }

  static void PrintOutput(const std::string& what, const Run& run, const std::string& output) {
    const std::string end = run.timed_out ? "was ended because it took " + SecondsText(run.duration)
                                          : "ended with status " + std::to_string(run.status);
    std::printf("---- %s %s. Its output:\n%s%s----\n", what.c_str(), end.c_str(), output.c_str(),
                output.empty() || output.back() == '\n' ? "" : "\n");
    for (size_t i = 0; i < std::min(run.notes.size(), kNotesShown); ++i) {
      std::printf("%s %s\n", i == 0 ? "What happened in it:" : "                    ", run.notes[i].c_str());
    }
    std::fflush(stdout);
  }

  Runs runs_;
  Progress progress_;
  ShakeResult result_;
};

// An existing file keeps its content.
bool IsWritable(const std::string& path) {
  std::FILE* const file = std::fopen(path.c_str(), "a");
  return file != nullptr && std::fclose(file) == 0;
}

bool WriteFile(const std::string& path, const std::string& text) {
  std::FILE* const file = std::fopen(path.c_str(), "w");
  if (file == nullptr) return false;
  const bool written = std::fwrite(text.data(), 1, text.size(), file) == text.size();
  return std::fclose(file) == 0 && written;
}

}  // namespace

ExitStatus Shake(const ShakeFlags& flags, const std::vector<ShakenServer>& servers, rlim_t descriptors_max) {
  // Checked before the runs, so that their results are not lost.
  for (const std::string& path : {flags.json, flags.report}) {
    if (path.empty() || IsWritable(path)) continue;
    std::fprintf(stderr, "holdfast: cannot write %s: %s\n", path.c_str(), std::strerror(errno));
    return ExitStatus::kNotRun;
  }
  Shaker shaker(flags, servers, descriptors_max);
  ExitStatus status = shaker.Execute();
  const ShakeResult& result = shaker.result();
  if (!result.runs.empty() || result.interrupted) std::fputs(ResultText(result).c_str(), stdout);
  std::fflush(stdout);
  const auto write = [&status](const std::string& path, const std::string& text) {
    if (path.empty() || WriteFile(path, text)) return;
    std::fprintf(stderr, "holdfast: cannot write %s\n", path.c_str());
    status = ExitStatus::kNotRun;
  };
  write(flags.json, ResultJson(result));
  write(flags.report, ResultPage(result));
  return status;
}

}  // namespace holdfast::server::shake
