#include "conformance/history/operation_record.h"
#include "conformance/report/json_object.h"
#include "conformance/suite_report/reports.h"
#include "conformance/suite_report/verdict_sentence.h"

namespace holdfast::conformance {
namespace {

void AddStep(JsonObject& object, const WitnessStep& step) {
  object.Integer("client", step.client);
  object.Integer("invoked", step.invoked);
  if (step.completed == kNeverCompleted) {
    object.Null("completed");
  } else {
    object.Integer("completed", step.completed);
  }
  object.Text("request", step.request);
  object.Text("answer", step.response);
  object.Boolean("guilty", step.is_marked);
}

void AddViolation(JsonObject& object, const ViolationReport& violation) {
  object.Integer("round", violation.round);
  object.Text("seed", std::to_string(violation.seed));
  object.Text("what", violation.what);
  object.Object("witness", [&violation](JsonObject& witness) {
    witness.Objects("steps", violation.witness.steps, AddStep);
    witness.Text("explanation", violation.witness.explanation);
  });
}

void AddCase(JsonObject& object, const CaseReport& case_report) {
  object.Text("group", case_report.group);
  object.Text("name", case_report.name);
  object.Text("sentence", case_report.sentence);
  object.Text("verdict", VerdictName(case_report.verdict));
  object.Real("seconds", case_report.seconds);
  object.Texts("complaints", case_report.complaints);
}

void AddRace(JsonObject& object, const RunReport& report, const RaceReport& race) {
  object.Text("group", race.group);
  object.Text("name", race.name);
  object.Text("invariant", race.invariant);
  object.Text("control", race.control);
  object.Text("verdict", VerdictName(race.verdict));
  object.Integer("clients", race.clients);
  object.Integer("rounds", race.rounds);
  object.Boolean("ended_by_budget", EndedByBudget(report, race));
  object.Integer("control_rounds", race.control_rounds);
  object.Boolean("control_convicted", race.control_convicted);
  object.Text("control_finding", race.control_finding);
  object.Object("met", [&race](JsonObject& met) {
    for (const auto& [what, count] : race.event_counts) met.Integer(what, count);
  });
  object.Real("seconds", race.seconds);
  object.Objects("violations", race.violations, AddViolation);
  object.Text("note", race.note);
}

}  // namespace

std::string JsonReport(const RunReport& report) {
  return FormatJsonDocument([&report](JsonObject& object) {
    object.Text("verdict", VerdictName(Overall(report)));
    object.Integer("exit_status", ExitStatus(Overall(report)));
    object.Text("headline", Headline(report));
    object.Text("endpoint", report.endpoint);
    object.Text("region", report.region);
    object.Text("started", report.started);
    object.Text("version", report.version);
    object.Text("seed", std::to_string(report.seed));
    object.Integer("clients", report.clients);
    object.Integer("rounds", report.rounds);
    object.Real("seconds", report.seconds);
    object.Objects("lacks", CollectMissingFeatures(report), [](JsonObject& one, const MissingFeature& lack) {
      one.Text("what", lack.what);
      one.Integer("needed_by", lack.needed_by);
    });
    object.Objects("cases", report.cases, AddCase);
    object.Objects("races", report.races,
                   [&report](JsonObject& one, const RaceReport& race) { AddRace(one, report, race); });
  });
}

}  // namespace holdfast::conformance
