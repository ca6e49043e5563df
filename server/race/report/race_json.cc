#include "server/race/report/race_json.h"

#include <optional>
#include <string>
#include <string_view>

#include "engine/race/history/detector.h"
#include "engine/race/steps/schedule.h"
#include "server/json/json_text.h"

namespace holdfast::server {
namespace {

void WriteText(std::string_view name, std::string_view value, JsonWriter& writer) {
  writer.StringMember(name, ToUtf8(value));
}

void WriteTextUnlessEmpty(std::string_view name, std::string_view value, JsonWriter& writer) {
  if (!value.empty()) WriteText(name, value, writer);
}

void WriteNumber(std::string_view name, uint64_t value, JsonWriter& writer) {
  writer.IntegerMember(name, static_cast<int64_t>(value));
}

void WriteFlag(std::string_view name, bool value, JsonWriter& writer) { writer.BooleanMember(name, value); }

void WriteDatabase(const DatabaseName& name, JsonWriter& writer) {
  writer.BeginObject();
  WriteText("account", name.account, writer);
  WriteText("region", name.region, writer);
  WriteTextUnlessEmpty("fork", name.fork, writer);
  writer.EndObject();
}

void WriteFailures(const race::Verdict& verdict, JsonWriter& writer) {
  writer.BeginArray();
  if (const race::Failure* const failure = verdict.witness()) {
    writer.BeginObject();
    WriteNumber("run", verdict.failure->run, writer);
    WriteNumber("witness_run", failure->run, writer);
    WriteText("kind", failure->kind, writer);
    WriteText("why", failure->why, writer);
    WriteText("replay", failure->schedule, writer);
    WriteText("witness", failure->witness, writer);
    WriteFlag("shrunk", verdict.shrunk.has_value() && verdict.shrunk->run != verdict.failure->run, writer);
    WriteNumber("steps", StepCount(*failure), writer);
    WriteFlag("replayable", !failure->schedule.empty() && verdict.not_replayable == 0, writer);
    writer.EndObject();
  }
  writer.EndArray();
}

void WriteWarnings(const race::Verdict& verdict, JsonWriter& writer) {
  const auto write = [&writer](std::string_view kind, std::string_view text,
                               std::optional<uint64_t> run = std::nullopt) {
    writer.BeginObject();
    WriteText("kind", kind, writer);
    WriteText("text", text, writer);
    if (run.has_value()) WriteNumber("run", *run, writer);
    writer.EndObject();
  };
  writer.BeginArray();
  for (const race::Finding& finding : verdict.findings) write("stale_write", race::Describe(finding), finding.run);
  if (verdict.not_replayable > 0) {
    write("not_replayable",
          std::to_string(verdict.not_replayable) + (verdict.not_replayable == 1 ? " run" : " runs") +
              " went on without an actor that had sent nothing for quiescence_ms, and cannot be replayed");
  }
  if (verdict.unscheduled > 0) write("unscheduled", race::DescribeUnscheduled(verdict.unscheduled));
  for (const std::string& unfired : verdict.unfired_faults) write("unfired_fault", unfired);
  writer.EndArray();
}

void WriteVersions(std::string_view name, const std::vector<race::HistoryVersion>& versions, bool writes,
                   JsonWriter& writer) {
  writer.BeginArray(name);
  for (const race::HistoryVersion& version : versions) {
    writer.BeginObject();
    WriteText("table", version.item.table, writer);
    WriteText("key", version.key_text, writer);
    WriteNumber("version", version.version, writer);
    if (writes && version.replaced.has_value()) WriteNumber("replaced", *version.replaced, writer);
    writer.EndObject();
  }
  writer.EndArray();
}

void WriteArea(const race::Area& area, JsonWriter& writer) {
  writer.BeginObject();
  WriteText("space", area.space, writer);
  if (area.partition.has_value()) {
    writer.Name("partition");
    writer.Base64(*area.partition);
  }
  if (!area.lower.empty()) {
    writer.Name("from");
    writer.Base64(area.lower);
  }
  if (area.upper.has_value()) {
    writer.Name("to");
    writer.Base64(*area.upper);
  }
  WriteFlag("writes", area.writes, writer);
  writer.EndObject();
}

// Formats the variant as a schedule does: `~1`, `!throttle`, `!keep`; empty for the plain variant.
std::string FormatVariant(const race::Variant& variant) {
  switch (variant.kind) {
    case race::Variant::Kind::kPlain:
      return "";
    case race::Variant::Kind::kStale:
      return "~" + std::to_string(variant.versions);
    case race::Variant::Kind::kFault:
      return "!" + std::string(race::NameOf(variant.fault));
    case race::Variant::Kind::kKeep:
      return "!keep";
  }
  return "";
}

void WriteStep(const race::HistoryStep& step, JsonWriter& writer) {
  writer.BeginObject();
  WriteNumber("position", step.position, writer);
  WriteText("what", step.what, writer);
  WriteTextUnlessEmpty("variant", FormatVariant(step.variant), writer);
  WriteText("text", step.text, writer);
  WriteTextUnlessEmpty("remark", step.remark, writer);
  writer.BeginArray("footprint");
  for (const race::Area& area : step.footprint.areas) WriteArea(area, writer);
  writer.EndArray();
  if (step.footprint.everything) WriteFlag("everything", true, writer);
  writer.EndObject();
}

void WriteEntry(const race::HistoryEntry& entry, JsonWriter& writer) {
  writer.BeginObject();
  WriteTextUnlessEmpty("actor", entry.actor, writer);
  WriteText("operation", entry.operation, writer);
  WriteTextUnlessEmpty("table", entry.table, writer);
  WriteTextUnlessEmpty("index", entry.index, writer);
  WriteTextUnlessEmpty("invocation", entry.invocation, writer);
  WriteNumber("attempts", entry.attempts, writer);
  WriteText("outcome", race::NameOf(entry.outcome), writer);
  WriteTextUnlessEmpty("error", entry.error, writer);
  WriteTextUnlessEmpty("response", entry.response_text, writer);
  WriteNumber("begin", entry.begin_commit, writer);
  if (entry.end_commit != race::kNeverEnded) WriteNumber("end", entry.end_commit, writer);
  writer.BeginArray("steps");
  for (const race::HistoryStep& step : entry.steps) WriteStep(step, writer);
  writer.EndArray();
  WriteVersions("reads", entry.reads, false, writer);
  WriteVersions("writes", entry.writes, true, writer);
  writer.EndObject();
}

}  // namespace

void WriteVerdict(const RaceView& view, JsonWriter& writer) {
  const race::Verdict& verdict = view.verdict;
  writer.BeginObject();
  WriteText("id", std::to_string(view.id), writer);
  writer.Name("database");
  WriteDatabase(view.database, writer);
  WriteFlag("done", verdict.done, writer);
  WriteText("strategy", StrategyName(view.options.session.strategy), writer);
  if (view.run != 0) WriteNumber("run", view.run, writer);
  WriteNumber("explored", verdict.counts.explored, writer);
  WriteNumber("pruned", verdict.counts.pruned, writer);
  writer.Name("total");
  // Until everything is explored, the count covers only the orders that are equivalent to the explored ones.
  constexpr double kIntegerMax = 9e18;
  const std::optional<double> orders = verdict.complete ? verdict.counts.orders : std::nullopt;
  if (!orders.has_value()) {
    writer.RawValue("null");
  } else if (*orders < kIntegerMax) {
    writer.Integer(static_cast<int64_t>(*orders));
  } else {
    writer.Double(*orders);
  }
  WriteFlag("complete", verdict.complete, writer);
  writer.Name("failures");
  WriteFailures(verdict, writer);
  WriteNumber("failed", verdict.failed, writer);
  writer.BeginObject("met");
  for (const auto& [name, count] : verdict.event_counts.Named()) WriteNumber(name, count, writer);
  writer.EndObject();
  writer.Name("warnings");
  WriteWarnings(verdict, writer);
  writer.BeginArray("missing");
  for (const std::string& missing : MissingRequirements(view)) writer.String(missing);
  writer.EndArray();
  WriteNumber("seed", view.options.session.seed, writer);
  WriteText("summary", verdict.summary, writer);
  WriteFlag("ok", verdict.passed, writer);
  writer.EndObject();
}

void WriteRunStart(const RaceRunStart& start, const RaceView& view, JsonWriter& writer) {
  writer.BeginObject();
  WriteNumber("run", start.run, writer);
  WriteFlag("done", start.done, writer);
  if (start.done) {
    writer.Name("verdict");
    WriteVerdict(view, writer);
  } else {
    WriteText("purpose", start.purpose, writer);
    writer.BeginArray("actors");
    for (const std::string& actor : start.actors) writer.String(actor);
    writer.EndArray();
  }
  writer.EndObject();
}

void WriteRunResult(const RaceRunResult& result, JsonWriter& writer) {
  writer.BeginObject();
  WriteNumber("run", result.run, writer);
  WriteFlag("failed", result.failed, writer);
  if (result.failed) {
    WriteText("why", result.why, writer);
    WriteText("replay", result.replay, writer);
  }
  WriteNumber("explored", result.explored, writer);
  WriteNumber("failures", result.failures, writer);
  writer.EndObject();
}

void WriteHistory(const race::History& history, JsonWriter& writer) {
  writer.BeginObject();
  WriteNumber("run", history.run, writer);
  WriteText("schedule", history.schedule, writer);
  writer.BeginArray("operations");
  for (const race::HistoryEntry& entry : history.entries) WriteEntry(entry, writer);
  writer.EndArray();
  if (history.left_out > 0) WriteNumber("left_out", history.left_out, writer);
  writer.EndObject();
}

}  // namespace holdfast::server
