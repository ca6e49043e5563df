#include "server/admin/fault_calls.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "server/json/json_text.h"
#include "server/json/json_writer.h"
#include "server/message/decimal.h"

namespace holdfast::server {
namespace {

void WriteRule(const FaultState& state, JsonWriter& writer) {
  const auto text = [&writer](std::string_view name, std::string_view value) {
    if (value.empty()) return;
    writer.StringMember(name, ToUtf8(value));
  };
  const auto number = [&writer](std::string_view name, uint64_t value) {
    writer.IntegerMember(name, static_cast<int64_t>(value));
  };
  const race::FaultRule& rule = state.rule;
  writer.BeginObject();
  text("id", std::to_string(state.id));
  text("account", state.databases.account.value_or(""));
  text("region", state.databases.region.value_or(""));
  text("fork", state.databases.fork.value_or(""));
  text("on", rule.operation);
  text("do", race::NameOf(rule.action));
  text("table", rule.table);
  text("index", rule.index);
  text("actor", rule.actor);
  if (rule.nth.has_value()) number("nth", *rule.nth);
  if (rule.budget.has_value()) number("budget", *rule.budget);
  writer.DoubleMember("probability", rule.probability);
  number("matched", state.matched);
  number("fired", state.fired);
  writer.EndObject();
}

}  // namespace

AdminOutcome AddFaults(RaceLab& races, const AdminCall& call, std::string* body) {
  Result<FaultOptions, std::string> options = ReadFaultOptions(call.body, races.operation_check());
  if (!options.ok()) return AdminFailure{400, std::move(options).error()};
  const std::vector<uint64_t> ids = races.faults().Add(call.databases, std::move(options).value());
  if (ids.empty()) {
    return AdminFailure{400, "there would be more than " + std::to_string(FaultRules::kRulesMax) +
                                 " fault rules: DELETE /_holdfast/faults removes all"};
  }
  JsonWriter writer(body);
  writer.BeginObject();
  writer.BeginArray("ids");
  for (const uint64_t id : ids) writer.String(std::to_string(id));
  writer.EndArray();
  writer.EndObject();
  return std::nullopt;
}

AdminOutcome ListFaults(RaceLab& races, const AdminCall& call, std::string* body) {
  JsonWriter writer(body);
  writer.BeginObject();
  writer.BeginArray("faults");
  for (const FaultState& state : races.faults().List(call.databases)) WriteRule(state, writer);
  writer.EndArray();
  writer.EndObject();
  return std::nullopt;
}

AdminOutcome RemoveFaults(RaceLab& races, const AdminCall& call, std::string*) {
  races.faults().Remove(call.databases);
  return std::nullopt;
}

AdminOutcome RemoveFault(RaceLab& races, const AdminCall& call, std::string*) {
  const std::string_view id = call.path[1];
  const std::optional<uint64_t> number = ParseDecimal(id);
  if (number.has_value() && races.faults().Remove(*number, call.databases)) return std::nullopt;
  return AdminFailure{404, "there is no fault rule " + std::string(id)};
}

}  // namespace holdfast::server
