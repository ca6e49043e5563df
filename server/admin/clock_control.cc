#include "server/admin/clock_control.h"

#include <cmath>
#include <memory>
#include <vector>

#include "absl/time/time.h"
#include "server/admin/selected_databases.h"
#include "server/json/json_reader.h"
#include "server/json/json_writer.h"

namespace holdfast::server {
namespace {

// Of years 1 to 9999, which every text form of a time can show.
constexpr double kSecondsMin = -62'135'596'800;
constexpr double kSecondsMax = 253'402'300'799;

struct ClockChange {
  enum class Mode { kSystem, kVirtual };
  Mode mode = Mode::kVirtual;
  std::optional<absl::Time> now;
  std::optional<absl::Duration> advance;
};

std::optional<absl::Time> ReadTime(const rapidjson::Value& value) {
  if (value.IsNumber()) {
    const double seconds = value.GetDouble();
    if (seconds < kSecondsMin || seconds > kSecondsMax) return std::nullopt;
    return absl::FromUnixMillis(std::llround(seconds * 1000));
  }
  absl::Time time;
  std::string error;
  if (!value.IsString() || !absl::ParseTime(absl::RFC3339_full, std::string(Text(value)), &time, &error)) {
    return std::nullopt;
  }
  return time;
}

std::optional<absl::Duration> ReadDuration(const rapidjson::Value& value) {
  absl::Duration duration;
  if (value.IsNumber()) {
    duration = absl::Seconds(value.GetDouble());
  } else if (!value.IsString() || !absl::ParseDuration(std::string(Text(value)), &duration)) {
    return std::nullopt;
  }
  if (duration < absl::ZeroDuration() || duration > absl::Seconds(kSecondsMax)) return std::nullopt;
  return duration;
}

AdminFailure BadRequest(std::string message) { return {400, std::move(message)}; }

Result<ClockChange, AdminFailure> ReadChange(const rapidjson::Value& body) {
  ClockChange change;
  bool says_something = false;
  for (const auto& member : body.GetObject()) {
    const std::string_view name = Text(member.name);
    const rapidjson::Value& value = member.value;
    says_something = true;
    if (name == "mode") {
      const std::string_view mode = value.IsString() ? Text(value) : "";
      if (mode != "system" && mode != "virtual") return BadRequest("mode must be \"system\" or \"virtual\"");
      change.mode = mode == "system" ? ClockChange::Mode::kSystem : ClockChange::Mode::kVirtual;
    } else if (name == "now") {
      change.now = ReadTime(value);
      if (!change.now) return BadRequest("now must be seconds since 1970 or a time such as 2026-10-01T09:00:00Z");
    } else if (name == "advance") {
      change.advance = ReadDuration(value);
      if (!change.advance) return BadRequest("advance must be seconds or a duration such as 15m, and not negative");
    } else {
      return BadRequest("unknown member " + std::string(name) + "; there are mode, now and advance");
    }
  }
  if (!says_something) return BadRequest("one of mode, now and advance is needed");
  if (change.mode == ClockChange::Mode::kSystem && (change.now || change.advance)) {
    return BadRequest("the system's clock cannot be set: mode must be \"virtual\"");
  }
  return change;
}

void WriteClock(bool is_virtual, absl::Time now, std::string* body) {
  JsonWriter writer(body);
  writer.BeginObject();
  writer.Name("mode");
  writer.String(is_virtual ? "virtual" : "system");
  writer.Name("now");
  writer.Double(static_cast<double>(absl::ToUnixMillis(now)) / 1000);
  writer.EndObject();
}

void Apply(const ClockChange& change, Database& database) {
  if (change.mode == ClockChange::Mode::kSystem) return database.StartClock();
  database.StopClock(change.now.value_or(database.Now()));
  if (change.advance) database.AdvanceClock(*change.advance);
}

void Apply(const ClockChange& change, DatabaseClock& clock) {
  if (change.mode == ClockChange::Mode::kSystem) return clock.Start();
  clock.StopAt(change.now.value_or(clock.Now()));
  if (change.advance) clock.Advance(*change.advance);
}

}  // namespace

AdminOutcome GetClock(Engine& engine, const AdminCall& call, std::string* body) {
  if (MeansAll(call.databases)) {
    WriteClock(engine.clock().is_virtual(), engine.clock().Now(), body);
    return std::nullopt;
  }
  const auto databases = SelectDatabases(engine, call.databases);
  if (!databases.ok()) return databases.error();
  const Database& first = *databases.value().front().second;
  WriteClock(first.HasVirtualClock(), first.Now(), body);
  return std::nullopt;
}

AdminOutcome SetClock(Engine& engine, const AdminCall& call, std::string* body) {
  const Result<ClockChange, AdminFailure> change = ReadChange(call.body);
  if (!change.ok()) return change.error();
  const auto databases = SelectDatabases(engine, call.databases);
  if (!databases.ok()) return databases.error();
  // The engine's first: a database that is named meanwhile starts with the new time.
  if (MeansAll(call.databases)) Apply(change.value(), engine.clock());
  for (const NamedDatabase& database : databases.value()) Apply(change.value(), *database.second);
  return GetClock(engine, call, body);
}

}  // namespace holdfast::server
