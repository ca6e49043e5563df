#include "server/admin/clock_control.h"

#include <cmath>
#include <memory>

#include "absl/time/time.h"
#include "server/admin/selected_databases.h"
#include "server/json/json_reader.h"
#include "server/json/json_writer.h"

namespace holdfast::server {
namespace {

std::optional<absl::Time> ReadTime(const rapidjson::Value& value) {
  if (value.IsNumber()) {
    // The range is checked first, because the milliseconds of a number outside of it may not fit into an integer.
    const double seconds = value.GetDouble();
    const bool in_range = seconds >= static_cast<double>(absl::ToUnixSeconds(kTimeMin)) &&
                          seconds <= static_cast<double>(absl::ToUnixSeconds(kTimeMax));
    return in_range ? std::optional(absl::FromUnixMillis(std::llround(seconds * 1000))) : std::nullopt;
  }
  // absl also reads "infinite-future", and years of any number of digits.
  absl::Time time;
  std::string error;
  if (!value.IsString() || !absl::ParseTime(absl::RFC3339_full, std::string(Text(value)), &time, &error)) {
    return std::nullopt;
  }
  return IsInTimeRange(time) ? std::optional(time) : std::nullopt;
}

std::optional<absl::Duration> ReadDuration(const rapidjson::Value& value) {
  absl::Duration duration;
  if (value.IsNumber()) {
    duration = absl::Seconds(value.GetDouble());
  } else if (!value.IsString() || !absl::ParseDuration(std::string(Text(value)), &duration)) {
    return std::nullopt;
  }
  if (duration < absl::ZeroDuration() || duration > kTimeMax - kTimeMin) return std::nullopt;
  return duration;
}

AdminFailure BadRequest(std::string message) { return {400, std::move(message)}; }

Result<ClockChange, AdminFailure> ReadChange(const rapidjson::Value& body) {
  ClockChange change;
  bool has_advance = false;
  for (const auto& member : body.GetObject()) {
    const std::string_view name = Text(member.name);
    const rapidjson::Value& value = member.value;
    if (name == "mode") {
      const std::string_view mode = value.IsString() ? Text(value) : "";
      if (mode != "system" && mode != "virtual") return BadRequest("mode must be \"system\" or \"virtual\"");
      change.follow_source = mode == "system";
    } else if (name == "now") {
      change.stop_at = ReadTime(value);
      if (!change.stop_at) {
        return BadRequest(
            "now must be seconds since 1970 or a time such as 2026-10-01T09:00:00Z, in the years 0001 to 9999");
      }
    } else if (name == "advance") {
      const std::optional<absl::Duration> advance = ReadDuration(value);
      if (!advance) return BadRequest("advance must be seconds or a duration such as 15m, finite and not negative");
      change.advance = *advance;
      has_advance = true;
    } else {
      return BadRequest("unknown member " + std::string(name) + "; there are mode, now and advance");
    }
  }
  if (body.MemberCount() == 0) return BadRequest("one of mode, now and advance is needed");
  if (change.follow_source && (change.stop_at || has_advance)) {
    return BadRequest("the system's clock cannot be set: mode must be \"virtual\"");
  }
  return change;
}

void WriteClock(bool is_virtual, absl::Time now, std::string* body) {
  JsonWriter writer(body);
  writer.BeginObject();
  writer.StringMember("mode", is_virtual ? "virtual" : "system");
  writer.TimeMember("now", now);
  writer.EndObject();
}

}  // namespace

AdminOutcome GetClock(Engine& engine, const AdminCall& call, std::string* body) {
  const DatabaseSelection& selection = call.databases;
  std::shared_ptr<Database> database;
  if (selection.account.has_value() && selection.region.has_value()) {
    // GET creates no database. A fork that does not exist would start with the clock of the database that it copies, so
    // that clock is returned. For other databases that do not exist the engine's clock is returned, although a database
    // that would be copied from the template account would start with the template's clock.
    database = engine.Find(*selection.account, *selection.region, selection.fork.value_or(""));
    if (database == nullptr) database = engine.Find(*selection.account, *selection.region);
  } else if (!selection.SelectsAll()) {
    const auto databases = SelectDatabases(engine, selection);
    if (!databases.ok()) return databases.error();
    database = databases.value().front().second;
  }
  if (database == nullptr) {
    WriteClock(engine.clock().is_virtual(), engine.clock().Now(), body);
  } else {
    WriteClock(database->IsClockStopped(), database->Now(), body);
  }
  return std::nullopt;
}

AdminOutcome SetClock(Engine& engine, const AdminCall& call, std::string* body) {
  const Result<ClockChange, AdminFailure> change = ReadChange(call.body);
  if (!change.ok()) return change.error();
  const DatabaseSelection& selection = call.databases;
  {
    const auto databases = SelectOrCreateDatabases(engine, selection);
    if (!databases.ok()) return databases.error();
  }
  if (!engine.ChangeClocks(selection, change.value())) {
    // This call may have created the database.
    if (selection.account && selection.region) {
      engine.DropIfEmpty(*selection.account, *selection.region, selection.fork.value_or(""));
    }
    return BadRequest("a clock would leave the years 0001 to 9999; none was changed");
  }
  return GetClock(engine, call, body);
}

}  // namespace holdfast::server
