// A run with a race and a case of every verdict except `wording`, for the tests of the reports.
#pragma once

#include "conformance/history/operation_record.h"
#include "conformance/suite_report/run_report.h"

namespace holdfast::conformance {

inline RunReport SampleRun() {
  RunReport run;
  run.endpoint = "http://127.0.0.1:8000";
  run.region = "eu-central-1";
  run.started = "2025-03-04T09:15:00Z";
  run.version = "1.2.3";
  run.seed = 18'446'744'073'709'551'615u;
  run.clients = 64;
  run.rounds = 200;
  run.seconds = 192.4;

  const auto add_case = [&run](std::string group, std::string name, std::string sentence, Verdict verdict) {
    CaseReport one;
    one.group = std::move(group);
    one.name = std::move(name);
    one.sentence = std::move(sentence);
    one.verdict = verdict;
    one.seconds = 0.012;
    run.cases.push_back(std::move(one));
  };
  add_case("conditions", "put-if-absent", "A put of an item that exists is refused.", Verdict::kHolds);
  add_case("conditions", "old-item-on-refusal", "A refused write returns the item it met.", Verdict::kViolated);
  add_case("conditions", "condition-on-size", "A condition compares the size of a string.", Verdict::kHolds);
  add_case("conditions", "no-arithmetic", "A condition with a sum is refused.", Verdict::kInconclusive);
  add_case("pages", "last-key-resumes", "A page resumes after the last key of the one before.", Verdict::kHolds);
  add_case("streams", "old-and-new-images", "A record carries both images.", Verdict::kUnsupported);
  add_case("streams", "iterator-after-number", "An iterator starts after a number.", Verdict::kError);
  run.cases[1].complaints = {"Item: expected {\"pk\":{\"S\":\"a\"}}, was absent",
                             "message: expected 'The conditional request failed'"};
  run.cases[5].complaints = {"TransactWriteItems"};
  run.cases[5].missing_feature = "TransactWriteItems";
  run.cases[6].complaints = {"connection refused"};

  const auto add_race = [&run](std::string group, std::string name, std::string invariant, Verdict verdict) {
    RaceReport race;
    race.group = std::move(group);
    race.name = std::move(name);
    race.invariant = std::move(invariant);
    race.control = "The condition is taken off the put.";
    race.verdict = verdict;
    race.clients = 64;
    race.rounds = 200;
    race.control_rounds = 3;
    race.control_convicted = true;
    race.control_finding = "in round 1, 64 puts succeeded";
    race.event_counts = {{"operations", 12'800},         {"overlapping operations", 11'942},
                         {"conditions refused", 12'600}, {"transaction conflicts", 0},
                         {"unknown outcomes", 0},        {"wins of client 0", 7}};
    race.seconds = 8.31;
    run.races.push_back(std::move(race));
  };
  add_race("races", "one-put-wins", "Of many conditional puts of one key, exactly one succeeds.", Verdict::kHolds);
  add_race("races", "no-lost-increment", "A counter equals the number of increments that succeeded.",
           Verdict::kViolated);
  add_race("races", "index-agrees-with-table", "The index holds what the table holds.", Verdict::kInconclusive);
  add_race("systems/appointments", "one-booking-per-slot", "No slot has two bookings.", Verdict::kUnsupported);
  add_race("systems/appointments", "cancel-or-rebook", "Cancelled once, rebooked once.", Verdict::kError);

  RaceReport& violated = run.races[1];
  for (int round = 3; round < 8; ++round) {
    ViolationReport violation;
    violation.round = round;
    violation.seed = 9'007'199'254'740'993u;
    violation.what = "The counter says 1 after two increments succeeded.";
    violation.witness.steps = {{0, 1'000, 5'000, "ADD hits 1", "hits = 1", false},
                               {1, 2'000, kNeverCompleted, "ADD hits 1", "no answer", false},
                               {2, 6'000, 9'000, "ADD hits 1", "hits = 1", true}};
    violation.witness.explanation = "Client 0 had its answer before client 2 asked, so client 2 must see at least 2.";
    violated.violations.push_back(std::move(violation));
  }
  RaceReport& inconclusive = run.races[2];
  inconclusive.control_convicted = false;
  inconclusive.control_finding = "";
  inconclusive.note =
      "the control was not convicted, so that the race proves nothing here: more clients or a larger budget may bring "
      "them together";
  RaceReport& unsupported = run.races[3];
  unsupported.rounds = 1;
  unsupported.control_rounds = 0;
  unsupported.control_convicted = false;
  unsupported.control_finding = "";
  unsupported.event_counts = {};
  unsupported.note = "TransactWriteItems";
  RaceReport& broken = run.races[4];
  broken.rounds = 1;
  broken.control_rounds = 0;
  broken.control_convicted = false;
  broken.control_finding = "";
  broken.event_counts = {};
  broken.note = "CreateTable: connection reset by peer";
  return run;
}

}  // namespace holdfast::conformance
