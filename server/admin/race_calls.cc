#include "server/admin/race_calls.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include "server/json/json_reader.h"
#include "server/json/json_writer.h"
#include "server/message/decimal.h"
#include "server/race/report/race_json.h"
#include "server/race/report/race_page.h"

namespace holdfast::server {
namespace {

constexpr std::string_view kDefaultAccount = "000000000000";
constexpr std::string_view kDefaultRegion = "us-east-1";

AdminFailure ToFailure(RaceMisuse misuse) { return {misuse.status, std::move(misuse.message)}; }

Result<std::shared_ptr<RaceSession>, AdminFailure> FindSession(RaceLab& races, const AdminCall& call) {
  Result<std::shared_ptr<RaceSession>, RaceMisuse> session = races.Find(call.path[1]);
  if (!session.ok()) return ToFailure(std::move(session).error());
  return std::move(session).value();
}

AdminFailure NoSuchRun(std::string_view run) { return {404, "there is no run " + std::string(run)}; }

const rapidjson::Value* FindMember(const AdminCall& call, std::string_view name) {
  const auto member = call.body.FindMember(rapidjson::StringRef(name.data(), name.size()));
  return member == call.body.MemberEnd() || member->value.IsNull() ? nullptr : &member->value;
}

// The view of the session with the history of the run that `?run=…` selects.
Result<RaceView, AdminFailure> ViewOfRun(RaceLab& races, const AdminCall& call) {
  auto session = FindSession(races, call);
  if (!session.ok()) return std::move(session).error();
  std::optional<uint64_t> run;
  if (!call.run.empty()) {
    run = ParseDecimal(call.run);
    if (!run.has_value()) return NoSuchRun(call.run);
  }
  RaceView view = session.value()->ViewWithHistory(run);
  if (run.has_value() && !view.history.has_value()) {
    return AdminFailure{404, "the history of run " + std::string(call.run) +
                                 " is not kept: there are those of the last run, of the first that failed, and of what "
                                 "that was shrunk to"};
  }
  return view;
}

}  // namespace

DatabaseName RaceDatabase(const DatabaseSelection& named) {
  return {named.account.value_or(std::string(kDefaultAccount)), named.region.value_or(std::string(kDefaultRegion)),
          named.fork.value_or("")};
}

Result<uint64_t, AdminFailure> ReserveRace(RaceLab& races, Engine& engine, const DatabaseName& name) {
  const Result<uint64_t, RaceMisuse> id =
      races.Reserve({name, engine.FindOrCreate(name.account, name.region, name.fork)});
  if (!id.ok()) return ToFailure(id.error());
  return id.value();
}

AdminOutcome OpenRace(RaceLab& races, Engine& engine, const DatabaseName& name, uint64_t id, RaceOptions options,
                      std::string* body) {
  const auto session = races.Open(id, std::move(options));
  if (!session.ok()) {
    // ReserveRace may have created the database.
    engine.DropIfEmpty(name.account, name.region, name.fork);
    return ToFailure(session.error());
  }
  JsonWriter writer(body);
  writer.BeginObject();
  writer.StringMember("id", std::to_string(id));
  if (!session.value()->restores_start_each_run()) writer.StringMember("start", "test");
  writer.EndObject();
  return std::nullopt;
}

AdminOutcome ListRaces(RaceLab& races, const AdminCall& call, std::string* body) {
  JsonWriter writer(body);
  writer.BeginObject();
  writer.BeginArray("races");
  for (const std::shared_ptr<RaceSession>& session : races.List()) {
    if (!call.databases.Matches(session->database_name())) continue;
    WriteVerdict(session->View(/*counts_as_call=*/false), writer);
  }
  writer.EndArray();
  writer.EndObject();
  return std::nullopt;
}

AdminOutcome DescribeRace(RaceLab& races, const AdminCall& call, std::string* body) {
  auto session = FindSession(races, call);
  if (!session.ok()) return std::move(session).error();
  JsonWriter writer(body);
  WriteVerdict(session.value()->View(), writer);
  return std::nullopt;
}

AdminOutcome CloseRace(RaceLab& races, const AdminCall& call, std::string*) {
  Result<void, RaceMisuse> closed = races.Close(call.path[1]);
  if (!closed.ok()) return ToFailure(std::move(closed).error());
  return std::nullopt;
}

AdminOutcome BeginRaceRun(RaceLab& races, const AdminCall& call, std::string* body) {
  auto session = FindSession(races, call);
  if (!session.ok()) return std::move(session).error();
  const Result<RaceRunStart, RaceMisuse> start = session.value()->BeginRun();
  if (!start.ok()) return ToFailure(start.error());
  JsonWriter writer(body);
  WriteRunStart(start.value(), session.value()->View(), writer);
  return std::nullopt;
}

AdminOutcome EndRaceRun(RaceLab& races, const AdminCall& call, std::string* body) {
  auto session = FindSession(races, call);
  if (!session.ok()) return std::move(session).error();
  const std::optional<uint64_t> run = ParseDecimal(call.path[3]);
  if (!run.has_value()) return NoSuchRun(call.path[3]);
  const rapidjson::Value* const ok = FindMember(call, "ok");
  const rapidjson::Value* const why = FindMember(call, "why");
  if (ok == nullptr || !ok->IsBool() || (why != nullptr && !why->IsString())) {
    return AdminFailure{400, R"(the result of a run is {"ok": true} or {"ok": false, "why": "…"})"};
  }
  const Result<RaceRunResult, RaceMisuse> result =
      session.value()->EndRun(*run, ok->GetBool(), why == nullptr ? std::string_view() : Text(*why));
  if (!result.ok()) return ToFailure(result.error());
  JsonWriter writer(body);
  WriteRunResult(result.value(), writer);
  return std::nullopt;
}

AdminOutcome FinishRaceActor(RaceLab& races, const AdminCall& call, std::string* body) {
  auto session = FindSession(races, call);
  if (!session.ok()) return std::move(session).error();
  const Result<void, RaceMisuse> finished = session.value()->FinishActor(call.path[3]);
  if (!finished.ok()) return ToFailure(finished.error());
  *body += "{}";
  return std::nullopt;
}

AdminOutcome SettleRaceActor(RaceLab& races, const AdminCall& call, std::string* body) {
  auto session = FindSession(races, call);
  if (!session.ok()) return std::move(session).error();
  const rapidjson::Value* const outstanding = FindMember(call, "outstanding");
  if (outstanding == nullptr || !outstanding->IsUint() || outstanding->GetUint() == 0 ||
      outstanding->GetUint() > kOutstandingMax) {
    return AdminFailure{400, "outstanding must be the number of responses that the actor waits for, from 1 to " +
                                 std::to_string(kOutstandingMax)};
  }
  const Result<void, RaceMisuse> settled = session.value()->SettleActor(call.path[3], outstanding->GetUint());
  if (!settled.ok()) return ToFailure(settled.error());
  *body += "{}";
  return std::nullopt;
}

AdminOutcome GetRaceHistory(RaceLab& races, const AdminCall& call, std::string* body) {
  const Result<RaceView, AdminFailure> view = ViewOfRun(races, call);
  if (!view.ok()) return view.error();
  if (!view->history.has_value()) return AdminFailure{404, "no run has begun"};
  JsonWriter writer(body);
  WriteHistory(*view->history, writer);
  return std::nullopt;
}

AdminOutcome GetRaceReport(RaceLab& races, const AdminCall& call, std::string* body) {
  const Result<RaceView, AdminFailure> view = ViewOfRun(races, call);
  if (!view.ok()) return view.error();
  *body += RacePage(view.value());
  return std::nullopt;
}

std::optional<uint64_t> RaceSessionOf(std::string_view target) {
  constexpr std::string_view kAdminCalls = "/_holdfast/";
  std::string_view path = target.substr(0, target.find('?'));
  if (!path.starts_with(kAdminCalls)) return std::nullopt;
  path.remove_prefix(kAdminCalls.size());
  // Skips empty segments, as AdminSurface does.
  const auto take_segment = [&path] {
    path.remove_prefix(std::min(path.find_first_not_of('/'), path.size()));
    const std::string_view segment = path.substr(0, path.find('/'));
    path.remove_prefix(segment.size());
    return segment;
  };
  if (take_segment() != "races") return std::nullopt;
  const std::string_view id = take_segment();
  return id.empty() ? std::optional<uint64_t>(0) : ParseDecimal(id);
}

AdminOutcome RequireNoRace(const RaceLab* races, const DatabaseSelection& databases) {
  const std::optional<uint64_t> session = races == nullptr ? std::nullopt : races->FindOn(databases);
  if (!session.has_value()) return std::nullopt;
  const std::string id = std::to_string(*session);
  return AdminFailure{409, "race session " + id +
                               " is open on one of these databases, and restores it for each run: "
                               "first close it with DELETE /_holdfast/races/" +
                               id};
}

}  // namespace holdfast::server
