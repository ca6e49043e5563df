#include "conformance/report/json_report.h"

#include <cmath>
#include <string_view>

#include "conformance/history/operation_record.h"
#include "conformance/report/readable_text.h"
#include "conformance/report/verdict_sentence.h"
#include "conformance/wire/json.h"

namespace holdfast::conformance {
namespace {

void Name(JsonWriter* json, std::string_view name) {
  json->Key(name.data(), static_cast<rapidjson::SizeType>(name.size()));
}

void Text(JsonWriter* json, std::string_view name, std::string_view text) {
  const std::string formed = ToValidUtf8(text);
  Name(json, name);
  json->String(formed.data(), static_cast<rapidjson::SizeType>(formed.size()));
}

void Integer(JsonWriter* json, std::string_view name, int64_t number) {
  Name(json, name);
  json->Int64(number);
}

void Boolean(JsonWriter* json, std::string_view name, bool value) {
  Name(json, name);
  json->Bool(value);
}

void Seconds(JsonWriter* json, double seconds) {
  Name(json, "seconds");
  if (std::isfinite(seconds)) {
    json->Double(seconds);
  } else {
    json->Null();
  }
}

template <typename Items, typename WriteItem>
void Array(JsonWriter* json, std::string_view name, const Items& items, const WriteItem& write) {
  Name(json, name);
  json->StartArray();
  for (const auto& item : items) write(json, item);
  json->EndArray();
}

void WriteStep(JsonWriter* json, const WitnessStep& step) {
  json->StartObject();
  Integer(json, "client", step.client);
  Integer(json, "invoked", step.invoked);
  Name(json, "completed");
  if (step.completed == kNeverCompleted) {
    json->Null();
  } else {
    json->Int64(step.completed);
  }
  Text(json, "request", step.request);
  Text(json, "answer", step.response);
  Boolean(json, "guilty", step.guilty);
  json->EndObject();
}

void WriteViolation(JsonWriter* json, const ViolationReport& violation) {
  json->StartObject();
  Integer(json, "round", violation.round);
  Text(json, "seed", std::to_string(violation.seed));
  Text(json, "what", violation.what);
  Name(json, "witness");
  json->StartObject();
  Array(json, "steps", violation.witness.steps, WriteStep);
  Text(json, "explanation", violation.witness.explanation);
  json->EndObject();
  json->EndObject();
}

void WriteCase(JsonWriter* json, const CaseReport& one) {
  json->StartObject();
  Text(json, "group", one.group);
  Text(json, "name", one.name);
  Text(json, "sentence", one.sentence);
  Text(json, "verdict", VerdictName(one.verdict));
  Seconds(json, one.seconds);
  Array(json, "complaints", one.complaints, [](JsonWriter* to, const std::string& complaint) {
    const std::string formed = ToValidUtf8(complaint);
    to->String(formed.data(), static_cast<rapidjson::SizeType>(formed.size()));
  });
  json->EndObject();
}

void WriteRace(JsonWriter* json, const RaceReport& race) {
  json->StartObject();
  Text(json, "group", race.group);
  Text(json, "name", race.name);
  Text(json, "invariant", race.invariant);
  Text(json, "control", race.control);
  Text(json, "verdict", VerdictName(race.verdict));
  Integer(json, "clients", race.clients);
  Integer(json, "rounds", race.rounds);
  Integer(json, "control_rounds", race.control_rounds);
  Boolean(json, "control_convicted", race.control_convicted);
  Text(json, "control_finding", race.control_finding);
  Name(json, "met");
  json->StartObject();
  for (const auto& [what, count] : race.event_counts) Integer(json, ToValidUtf8(what), count);
  json->EndObject();
  Seconds(json, race.seconds);
  Array(json, "violations", race.violations, WriteViolation);
  Text(json, "note", race.note);
  json->EndObject();
}

}  // namespace

std::string JsonReport(const RunReport& report) {
  rapidjson::StringBuffer text;
  JsonWriter json(text);
  json.StartObject();
  Text(&json, "verdict", VerdictName(Overall(report)));
  Integer(&json, "exit_status", ExitStatus(Overall(report)));
  Text(&json, "headline", Headline(report));
  Text(&json, "endpoint", report.endpoint);
  Text(&json, "region", report.region);
  Text(&json, "started", report.started);
  Text(&json, "version", report.version);
  Text(&json, "seed", std::to_string(report.seed));
  Integer(&json, "clients", report.clients);
  Integer(&json, "rounds", report.rounds);
  Seconds(&json, report.seconds);
  Array(&json, "lacks", CollectMissingFeatures(report), [](JsonWriter* to, const MissingFeature& lack) {
    to->StartObject();
    Text(to, "what", lack.what);
    Integer(to, "needed_by", lack.needed_by);
    to->EndObject();
  });
  Array(&json, "cases", report.cases, WriteCase);
  Array(&json, "races", report.races, WriteRace);
  json.EndObject();
  return std::string(text.GetString(), text.GetSize()) + "\n";
}

}  // namespace holdfast::conformance
