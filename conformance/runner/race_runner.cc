#include "conformance/runner/race_runner.h"

#include <atomic>
#include <barrier>
#include <chrono>
#include <exception>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <utility>

#include "conformance/client/interruption.h"
#include "conformance/runner/call_history.h"
#include "conformance/runner/seeds.h"

namespace holdfast::conformance {
namespace {

using SteadyClock = std::chrono::steady_clock;

// The rounds with the guard may take this fraction of the budget; the rest is left for the control.
constexpr double kGuardedShare = 0.6;

// The first SetupFailed that a client, SetUp or Check has thrown.
class Failure {
 public:
  void Record(const SetupFailed& reason) {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (!why_.empty()) return;
    why_ = reason.what();
    unsupported_ = reason.unsupported();
  }
  const std::string& why() const { return why_; }
  bool unsupported() const { return unsupported_; }

 private:
  std::mutex mutex_;
  std::string why_;
  bool unsupported_ = false;
};

void RunClientsTogether(const std::vector<std::unique_ptr<Client>>& clients, Race& race, Round& round,
                        Failure& failure) {
  std::barrier start(static_cast<std::ptrdiff_t>(clients.size()));
  std::atomic<bool> canceled = false;
  std::vector<std::thread> threads;
  threads.reserve(clients.size());
  try {
    for (const std::unique_ptr<Client>& client : clients) {
      threads.emplace_back([&race, &round, &failure, &start, &canceled, client = client.get()] {
        start.arrive_and_wait();
        if (canceled) return;
        try {
          race.RunClient(round, *client);
        } catch (const SetupFailed& reason) {
          failure.Record(reason);
        }
      });
    }
  } catch (const std::exception& error) {
    failure.Record(SetupFailed("cannot start a thread for each of " + std::to_string(clients.size()) +
                               " clients: " + error.what()));
    canceled = true;
    // The threads that were started wait for those that are missing.
    static_cast<void>(start.arrive(static_cast<std::ptrdiff_t>(clients.size() - threads.size())));
  }
  for (std::thread& thread : threads) thread.join();
}

}  // namespace

// The time that a race may take. The creation of its tables takes none of it: only the first race of a group creates
// them, and the budget would leave it fewer rounds than the others.
class RaceRunner::Budget {
 public:
  Budget(std::chrono::duration<double> budget, const TableSet* tables)
      : budget_(budget), tables_(*tables), started_(SteadyClock::now()), created_before_(tables->creation_time()) {}

  bool IsUsedUp(double share = 1) const {
    return SteadyClock::now() - started_ - (tables_.creation_time() - created_before_) >= budget_ * share;
  }

 private:
  const std::chrono::duration<double> budget_;
  const TableSet& tables_;
  const SteadyClock::time_point started_;
  const SteadyClock::duration created_before_;
};

RaceRunner::RaceRunner(const RunOptions* options, TableSet* tables, Client* observer)
    : options_(*options), tables_(*tables), observer_(*observer) {}

RaceReport RaceRunner::Run(const std::string& group, const RaceDescription& race) {
  RaceReport report;
  report.group = group;
  report.name = race.name;
  report.invariant = race.invariant;
  report.control = race.control;
  report.clients = options_.clients;

  const auto started = SteadyClock::now();
  const Budget budget(options_.budget, &tables_);
  RunGuarded(race, budget, &report);
  if (report.verdict == Verdict::kHolds) RunControl(race, budget, &report);
  report.seconds = std::chrono::duration<double>(SteadyClock::now() - started).count();
  return report;
}

void RaceRunner::RunGuarded(const RaceDescription& race, const Budget& budget, RaceReport* report) {
  while (report->rounds < options_.rounds && !Interrupted()) {
    if (report->rounds > 0 && budget.IsUsedUp(kGuardedShare)) {
      report->note = "the budget ended after " + std::to_string(report->rounds) + " rounds";
      return;
    }
    RoundResult result = RunRound(report->group + "/" + report->name, race, report->rounds, true);
    ++report->rounds;
    for (const auto& [what, times] : result.event_counts) report->event_counts[what] += times;
    report->note = result.failure.empty() ? result.history_problem : result.failure;
    // What was found before a failure still counts.
    if (!result.violations.empty()) {
      report->verdict = Verdict::kViolated;
      report->violations = std::move(result.violations);
      return;
    }
    if (!report->note.empty()) {
      report->verdict = result.unsupported ? Verdict::kUnsupported : Verdict::kError;
      return;
    }
  }
}

void RaceRunner::RunControl(const RaceDescription& race, const Budget& budget, RaceReport* report) {
  while (!Interrupted() && (report->control_rounds == 0 || !budget.IsUsedUp())) {
    const RoundResult result =
        RunRound(report->group + "/" + report->name + "/control", race, report->control_rounds, false);
    ++report->control_rounds;
    if (!result.violations.empty()) {
      report->control_convicted = true;
      report->control_finding = result.violations.front().what;
      return;
    }
    if (!result.failure.empty()) {
      report->verdict = Verdict::kError;
      report->note = "the control could not be run: " + result.failure;
      return;
    }
    if (!result.history_problem.empty()) {
      report->verdict = Verdict::kError;
      report->note = result.history_problem;
      return;
    }
  }
  if (Interrupted()) {
    report->verdict = Verdict::kError;
    report->note = "interrupted";
    return;
  }
  report->verdict = Verdict::kInconclusive;
  report->note =
      "the control was not convicted, so that the race proves nothing here: more clients or a larger budget "
      "may bring them together";
}

RaceRunner::RoundResult RaceRunner::RunRound(const std::string& name, const RaceDescription& race, int number,
                                             bool guarded) {
  RoundResult result;
  Round round(&tables_, &observer_, "#" + std::to_string(rounds_run_++), options_.clients, guarded);
  std::vector<std::unique_ptr<Client>> clients;
  for (int i = 0; i < options_.clients; ++i) {
    clients.push_back(std::make_unique<Client>(options_.endpoint, i, DeriveSeed(options_.seed, name, number, i)));
  }
  const std::unique_ptr<Race> instance = race.make();
  Failure failure;
  observer_.TakeCalls();
  try {
    instance->SetUp(round);
    RunClientsTogether(clients, *instance, round, failure);
    if (failure.why().empty() && !Interrupted()) instance->Check(round);
  } catch (const SetupFailed& reason) {
    failure.Record(reason);
  }
  const bool interrupted = Interrupted();
  result.failure = interrupted ? "interrupted" : failure.why();
  result.unsupported = !interrupted && failure.unsupported();

  CallHistory history;
  history.Add(observer_.TakeCalls());
  for (const std::unique_ptr<Client>& client : clients) history.Add(client->TakeCalls());
  history.SortByTime();
  const std::string& directory = options_.history_directory;
  if (!directory.empty() && !history.WriteTo(directory, name, number)) {
    result.history_problem = "cannot write the history to " + directory;
  }
  result.event_counts = round.TakeEventCounts();
  history.CountInto(&result.event_counts);
  // What a check waits for (Eventually) does not come if it is interrupted, which is no violation.
  if (interrupted) return result;
  std::set<std::vector<std::string>> abouts_with_witness;
  for (Round::Finding& finding : round.TakeFindings()) {
    Witness witness = std::move(finding.witness);
    // Of several findings about the same calls only the first gets the witness.
    if (witness.steps.empty() && abouts_with_witness.insert(finding.about).second) {
      witness = history.WitnessAbout(finding.about);
    }
    result.violations.push_back({number, options_.seed, std::move(finding.what), std::move(witness)});
  }
  return result;
}

}  // namespace holdfast::conformance
