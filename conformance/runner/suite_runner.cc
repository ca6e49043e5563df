#include "conformance/runner/suite_runner.h"

#include <algorithm>
#include <chrono>

#include "conformance/client/interruption.h"
#include "conformance/history/witness.h"
#include "conformance/report/readable_text.h"
#include "conformance/runner/race_runner.h"
#include "conformance/runner/seeds.h"

namespace holdfast::conformance {
namespace {

using SteadyClock = std::chrono::steady_clock;

double SecondsSince(SteadyClock::time_point start) {
  return std::chrono::duration<double>(SteadyClock::now() - start).count();
}

CaseReport RunCase(const std::string& group, const CaseDescription& description, TableSet& tables, Client& client) {
  CaseReport report;
  report.group = group;
  report.name = description.name;
  report.sentence = description.sentence;
  const auto started = SteadyClock::now();
  CaseRun run(&tables, &client, "#" + description.name);
  try {
    description.run(run);
    report.complaints = run.complaints();
  } catch (const SetupFailed& reason) {
    if (reason.unsupported()) report.missing_feature = reason.what();
    report.verdict = reason.unsupported() ? Verdict::kUnsupported : Verdict::kError;
    report.complaints = run.complaints();
    report.complaints.emplace_back(reason.what());
  }
  // What was found before an exception still counts.
  if (run.has_wrong_effects()) {
    report.verdict = Verdict::kViolated;
  } else if (!run.complaints().empty() && report.verdict != Verdict::kError) {
    report.verdict = Verdict::kWording;
  }
  client.TakeCalls();
  report.seconds = SecondsSince(started);
  return report;
}

}  // namespace

bool IsSelected(const std::vector<std::string>& only, const std::string& group, const std::string& name) {
  const std::string full_name = group + "/" + name;
  return only.empty() || std::any_of(only.begin(), only.end(), [&full_name](const std::string& part) {
           return full_name.find(part) != std::string::npos;
         });
}

std::string ListText(const std::vector<Suite>& suites, const std::vector<std::string>& only) {
  std::string text;
  for (const Suite& suite : suites) {
    for (const CaseDescription& description : suite.cases) {
      if (!IsSelected(only, suite.group, description.name)) continue;
      Append(&text, {suite.group, "/", description.name, "\n    ", description.sentence, "\n"});
    }
    for (const RaceDescription& description : suite.races) {
      if (!IsSelected(only, suite.group, description.name)) continue;
      Append(&text, {suite.group, "/", description.name, " (race)\n    ", description.invariant,
                     "\n    Control: ", description.control, "\n"});
    }
  }
  return text;
}

std::string WhyUnreachable(const EndpointOptions& endpoint) {
  Client client(endpoint, kObserver, 0);
  const Response response = client.Call("ListTables", R"({"Limit":1})");
  if (response.status() != 0) return "";
  return endpoint.url.scheme + "://" + endpoint.url.HostHeader() + " gives no HTTP answer: " + response.message();
}

RunReport RunSuites(const std::vector<Suite>& suites, const RunOptions& options, const Progress& progress,
                    const std::function<void(const std::string& text)>& report_table) {
  RunReport report;
  report.endpoint = options.endpoint.url.scheme + "://" + options.endpoint.url.HostHeader();
  report.region = options.endpoint.region;
  report.started = NowInUtc();
  report.seed = options.seed;
  report.clients = options.clients;
  report.rounds = options.rounds;

  const auto started = SteadyClock::now();
  Client observer(options.endpoint, kObserver, DeriveSeed(options.seed, "observer", 0, kObserver));
  TableSet tables(&observer, "holdfast-conformance-" + NewRunTag(), {options.table_wait, report_table});
  RaceRunner race_runner(&options, &tables, &observer);
  for (const Suite& suite : suites) {
    for (const CaseDescription& description : suite.cases) {
      if (Interrupted() || !IsSelected(options.only, suite.group, description.name)) continue;
      const std::string name = suite.group + "/" + description.name;
      progress(name, nullptr, 0);
      report.cases.push_back(RunCase(suite.group, description, tables, observer));
      progress(name, &report.cases.back().verdict, report.cases.back().seconds);
    }
    for (const RaceDescription& description : suite.races) {
      if (Interrupted() || !IsSelected(options.only, suite.group, description.name)) continue;
      const std::string name = suite.group + "/" + description.name;
      progress(name, nullptr, 0);
      report.races.push_back(race_runner.Run(suite.group, description));
      progress(name, &report.races.back().verdict, report.races.back().seconds);
    }
  }
  report.seconds = SecondsSince(started);
  return report;
}

}  // namespace holdfast::conformance
