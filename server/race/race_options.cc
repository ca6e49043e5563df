#include "server/race/race_options.h"

#include <algorithm>
#include <initializer_list>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "engine/base/limits.h"
#include "engine/tables/table_name.h"
#include "server/json/json_reader.h"
#include "server/json/members/attribute_value_json.h"

namespace holdfast::server {
namespace {

constexpr int64_t kRunsMax = 1'000'000'000;
constexpr int64_t kVersionsMax = 100;
constexpr int64_t kMillisecondsMax = 3'600'000;
constexpr int64_t kSecondsMax = 86'400;
constexpr size_t kListLengthMax = 1'000;
// The schedule of a run with SessionOptions::steps_max steps is shorter.
constexpr size_t kScheduleBytesMax = 2'000'000;
// Of a table's ARN.
constexpr size_t kArnBytesMax = 1'024;

// Reads the members of one object. The first error is kept, and later calls have no effect.
class OptionReader {
 public:
  // `what`: names the object in messages; empty for the options themselves.
  OptionReader(const rapidjson::Value& object, std::string what) : object_(object), what_(std::move(what)) {}

  void RefuseUnknownMembers(std::initializer_list<std::string_view> names) {
    for (const auto& member : object_.GetObject()) {
      const std::string_view name = Text(member.name);
      if (std::find(names.begin(), names.end(), name) == names.end()) {
        return Fail("there is no option " + QualifiedName(name));
      }
    }
  }
  void Boolean(std::string_view name, bool* field) {
    const rapidjson::Value* const value = Find(name);
    if (value == nullptr) return;
    if (!value->IsBool()) return Fail(QualifiedName(name) + " must be true or false");
    *field = value->GetBool();
  }
  // Returns the number; nothing if the member is absent or invalid.
  std::optional<int64_t> Integer(std::string_view name, int64_t least, int64_t most) {
    const rapidjson::Value* const value = Find(name);
    if (value == nullptr) return std::nullopt;
    if (!value->IsInt64() || value->GetInt64() < least || value->GetInt64() > most) {
      Fail(QualifiedName(name) + " must be an integer from " + std::to_string(least) + " to " + std::to_string(most));
      return std::nullopt;
    }
    return value->GetInt64();
  }
  template <typename Number>
  void Integer(std::string_view name, int64_t least, int64_t most, Number* field) {
    if (const std::optional<int64_t> number = Integer(name, least, most)) *field = static_cast<Number>(*number);
  }
  template <typename Duration>
  void Time(std::string_view name, int64_t most, Duration* field) {
    if (const std::optional<int64_t> number = Integer(name, 1, most)) *field = Duration(*number);
  }
  void String(std::string_view name, std::string* field, size_t bytes_max = kRaceNameBytesMax) {
    const rapidjson::Value* const value = Find(name);
    if (value == nullptr) return;
    if (!value->IsString()) return Fail(QualifiedName(name) + " must be a string");
    const std::string_view text = Text(*value);
    if (text.size() > bytes_max) return FailAsTooLong(QualifiedName(name), bytes_max);
    *field = text;
  }
  // A table's name or ARN. The field is set to the name, as requests to the table are matched by it.
  void Table(std::string_view name, std::string* field) {
    String(name, field, kArnBytesMax);
    *field = std::string(BareTableName(*field));
    if (field->size() > kRaceNameBytesMax) FailAsTooLong(QualifiedName(name), kRaceNameBytesMax);
  }
  void Strings(std::string_view name, std::vector<std::string>* field, size_t bytes_max) {
    const rapidjson::Value* const value = Find(name);
    if (value == nullptr) return;
    if (!value->IsArray()) return Fail(QualifiedName(name) + " must be a list of strings");
    if (value->Size() > kListLengthMax) {
      return Fail(QualifiedName(name) + " must be a list of at most " + std::to_string(kListLengthMax) + " strings");
    }
    for (const rapidjson::Value& element : value->GetArray()) {
      if (!element.IsString()) return Fail(QualifiedName(name) + " must be a list of strings");
      const std::string_view text = Text(element);
      if (text.size() > bytes_max) return FailAsTooLong("an element of " + QualifiedName(name), bytes_max);
      field->emplace_back(text);
    }
  }
  // Calls `read(OptionReader&)` for each object of a list.
  template <typename Read>
  void Objects(std::string_view name, Read read) {
    const rapidjson::Value* const value = Find(name);
    if (value == nullptr) return;
    if (!value->IsArray() || value->Size() > kListLengthMax) {
      return Fail(QualifiedName(name) + " must be a list of at most " + std::to_string(kListLengthMax) + " objects");
    }
    for (rapidjson::SizeType i = 0; i < value->Size(); ++i) {
      const std::string name_of_element = QualifiedName(name) + "[" + std::to_string(i) + "]";
      if (!(*value)[i].IsObject()) return Fail(name_of_element + " must be an object");
      OptionReader reader((*value)[i], name_of_element);
      read(reader);
      if (reader.error_.has_value()) return Fail(*reader.error_);
    }
  }
  // Null if the member is absent or null, or after an error.
  const rapidjson::Value* Find(std::string_view name) const {
    if (error_.has_value()) return nullptr;
    const auto member = object_.FindMember(rapidjson::StringRef(name.data(), name.size()));
    return member == object_.MemberEnd() || member->value.IsNull() ? nullptr : &member->value;
  }
  void Fail(std::string error) {
    if (!error_.has_value()) error_ = std::move(error);
  }
  void FailAsTooLong(const std::string& what, size_t bytes_max) {
    Fail(what + " must have at most " + std::to_string(bytes_max) + " bytes");
  }
  std::string QualifiedName(std::string_view name) const {
    return (what_.empty() ? "" : what_ + ".") + std::string(name);
  }
  const rapidjson::Value& object() const { return object_; }
  const std::optional<std::string>& error() const { return error_; }

 private:
  const rapidjson::Value& object_;
  const std::string what_;
  std::optional<std::string> error_;
};

void ReadActors(OptionReader& reader, std::vector<std::string>* actors) {
  reader.Strings("actors", actors, kRaceNameBytesMax);
  if (reader.error().has_value()) return;
  if (actors->empty() || actors->size() > kRaceActorsMax) {
    return reader.Fail("actors must be a list of 1 to " + std::to_string(kRaceActorsMax) + " names");
  }
  for (auto name = actors->begin(); name != actors->end(); ++name) {
    if (!race::IsActorName(*name)) {
      return reader.Fail("the name of an actor is 1 to 64 letters, digits, '.', '-' and '_', not '" + *name + "'");
    }
    if (*name == race::kTimeToLiveActor) return reader.Fail("the actor ttl is the lab's own: choose another name");
    if (std::find(actors->begin(), name, *name) != name) return reader.Fail("there are two actors " + *name);
  }
}

race::StrategyOptions ReadStrategy(OptionReader& reader) {
  std::string name = "exhaustive";
  reader.String("strategy", &name);
  const auto only_with = [&](std::string_view option, std::string_view strategy) {
    if (name != strategy && reader.Find(option) != nullptr) {
      reader.Fail(std::string(option) + " belongs to the strategy " + std::string(strategy) + ", and this one is " +
                  name);
    }
  };
  only_with("reduction", "exhaustive");
  only_with("preemptions", "exhaustive");
  only_with("depth", "pct");
  only_with("schedule", "replay");
  if (name == "exhaustive") {
    race::Exhaustive exhaustive;
    reader.Boolean("reduction", &exhaustive.reduction);
    if (const auto bound = reader.Integer("preemptions", 0, 1'000)) {
      exhaustive.preemptions = static_cast<uint32_t>(*bound);
    }
    return exhaustive;
  }
  if (name == "random") return race::PartialOrderSampling{};
  if (name == "pct") {
    race::ProbabilisticConcurrency probabilistic;
    reader.Integer("depth", 1, 100, &probabilistic.depth);
    return probabilistic;
  }
  if (name == "replay") {
    race::Replay replay;
    reader.String("schedule", &replay.schedule, kScheduleBytesMax);
    if (replay.schedule.empty()) reader.Fail("the strategy replay needs a schedule: the replay string of a failure");
    return replay;
  }
  reader.Fail("strategy must be exhaustive, random, pct or replay, not '" + name + "'");
  return race::Exhaustive{};
}

void ReadFault(OptionReader& reader, OperationCheck is_operation, race::FaultRule* rule) {
  reader.RefuseUnknownMembers({"on", "table", "index", "actor", "nth", "do", "budget", "probability"});
  reader.String("on", &rule->operation);
  reader.Table("table", &rule->table);
  reader.String("index", &rule->index);
  reader.String("actor", &rule->actor);
  if (const auto nth = reader.Integer("nth", 1, 1'000'000)) rule->nth = static_cast<uint32_t>(*nth);
  if (const auto budget = reader.Integer("budget", 1, 1'000'000)) rule->budget = static_cast<uint32_t>(*budget);
  std::string action;
  reader.String("do", &action);
  const std::optional<race::FaultAction> found = race::FaultActionFromName(action);
  if (!found.has_value()) {
    return reader.Fail(reader.QualifiedName("do") +
                       " must be commit_then_drop, commit_then_500, commit_then_delay, throttle, internal_error, "
                       "conflict, duplicate or partial, not '" +
                       action + "'");
  }
  rule->action = *found;
  if (!rule->operation.empty() && !is_operation(rule->operation)) {
    return reader.Fail(reader.QualifiedName("on") + " must be an operation, such as PutItem, not '" + rule->operation +
                       "'");
  }
  if (const std::optional<std::string> problem = race::ProblemOf(*rule)) {
    return reader.Fail(reader.QualifiedName("on") + ": " + *problem);
  }
  if (const rapidjson::Value* const probability = reader.Find("probability")) {
    if (!probability->IsNumber() || !(probability->GetDouble() > 0 && probability->GetDouble() <= 1)) {
      return reader.Fail(reader.QualifiedName("probability") + " must be a number above 0 and at most 1");
    }
    rule->probability = probability->GetDouble();
  }
}

void ReadInvariant(OptionReader& reader, race::Invariant* invariant) {
  reader.RefuseUnknownMembers({"name", "table", "where", "each", "unique", "names", "values"});
  reader.String("name", &invariant->name);
  reader.Table("table", &invariant->table);
  reader.String("where", &invariant->where, limits::kExpressionBytesMax);
  reader.String("each", &invariant->each, limits::kExpressionBytesMax);
  reader.Strings("unique", &invariant->unique, limits::kAttributeNameBytesMax);
  for (const std::string_view name : {"names", "values"}) {
    const rapidjson::Value* const map = reader.Find(name);
    if (map != nullptr && !map->IsObject()) return reader.Fail(reader.QualifiedName(name) + " must be an object");
  }
  std::optional<WireError> error;
  StructureReader fields(reader.object(), &error);
  fields.StringMap("names", &invariant->fields.names);
  ReadAttributeValueMap(fields, "values", &invariant->fields.values);
  if (error.has_value()) {
    reader.Fail(reader.QualifiedName("names") +
                " and values are as ExpressionAttributeNames and ExpressionAttributeValues: " +
                error->message.value_or("not a value"));
  }
}

void ReadRequire(OptionReader& reader, std::map<std::string, uint64_t>* require) {
  const rapidjson::Value* const object = reader.Find("require");
  if (object == nullptr) return;
  if (!object->IsObject()) return reader.Fail("require must be an object of numbers");
  // There are fewer events. The reader searches the object for each member.
  constexpr size_t kRequiredMax = 100;
  if (object->MemberCount() > kRequiredMax) return reader.Fail("require has more than 100 members");
  OptionReader counts(*object, "require");
  for (const auto& member : object->GetObject()) {
    const std::string_view name = Text(member.name);
    if (const auto count = counts.Integer(name, 1, kRunsMax)) {
      require->insert_or_assign(std::string(name), static_cast<uint64_t>(*count));
    }
  }
  if (counts.error().has_value()) reader.Fail(*counts.error());
}

void ReadIgnoredConditions(OptionReader& reader, std::vector<std::string>* tables) {
  constexpr std::string_view kAllTables = "*";
  const rapidjson::Value* const value = reader.Find("ignore_conditions");
  if (value == nullptr || value->IsFalse()) return;
  if (value->IsTrue()) {
    tables->emplace_back(kAllTables);
  } else if (value->IsArray()) {
    reader.Strings("ignore_conditions", tables, kArnBytesMax);
    for (std::string& table : *tables) table = std::string(BareTableName(table));
  } else {
    reader.Fail("ignore_conditions must be true or a list of tables");
  }
}

std::optional<StartState> ReadStart(OptionReader& reader) {
  std::string start;
  reader.String("start", &start);
  if (start == "snapshot") return StartState::kSnapshot;
  if (start == "test") return StartState::kTest;
  if (!start.empty()) reader.Fail("start must be snapshot or test, not '" + start + "'");
  return std::nullopt;
}

}  // namespace

Result<RaceOptions, std::string> ReadRaceOptions(const rapidjson::Value& body, OperationCheck is_operation) {
  RaceOptions options;
  race::SessionOptions& session = options.session;
  OptionReader reader(body, "");
  reader.RefuseUnknownMembers({"actors",        "strategy",        "depth",
                               "schedule",      "reduction",       "preemptions",
                               "seed",          "max_runs",        "stale_reads",
                               "index_lag",     "faults",          "always",
                               "require",       "shrink",          "ignore_conditions",
                               "quiescence_ms", "keys_are_actors", "stop_at_failure",
                               "stuck_ms",      "delay_ms",        "idle_seconds",
                               "start"});
  ReadActors(reader, &session.actors);
  session.strategy = ReadStrategy(reader);
  reader.Integer("seed", 0, std::numeric_limits<int64_t>::max(), &session.seed);
  reader.Integer("max_runs", 1, kRunsMax, &session.max_runs);
  reader.Integer("stale_reads", 0, kVersionsMax, &session.stale_reads);
  reader.Integer("index_lag", 0, kVersionsMax, &session.index_lag);
  const bool exhaustive = std::holds_alternative<race::Exhaustive>(session.strategy);
  reader.Objects("faults", [&](OptionReader& rule) {
    ReadFault(rule, is_operation, &session.faults.emplace_back());
    if (exhaustive && rule.Find("probability") != nullptr) {
      rule.Fail(rule.QualifiedName("probability") +
                " belongs to the strategies random and pct: the strategy exhaustive runs the test with the fault and "
                "without it");
    }
  });
  reader.Objects("always", [&](OptionReader& invariant) { ReadInvariant(invariant, &session.always.emplace_back()); });
  ReadRequire(reader, &session.require);
  ReadIgnoredConditions(reader, &session.ignore_conditions);
  options.start = ReadStart(reader);
  reader.Boolean("keys_are_actors", &options.keys_are_actors);
  bool stop_at_failure = true;
  reader.Boolean("stop_at_failure", &stop_at_failure);
  session.continue_after_failure = !stop_at_failure;
  reader.Boolean("shrink", &session.shrink);
  reader.Time("quiescence_ms", kMillisecondsMax, &options.quiescence);
  reader.Time("stuck_ms", kMillisecondsMax, &options.stuck);
  reader.Time("delay_ms", kMillisecondsMax, &options.delay);
  reader.Time("idle_seconds", kSecondsMax, &options.idle);
  // An actor may send several requests at once: RaceSession calls ActorSettled when all requests that the actor has
  // announced have arrived.
  session.settles_explicitly = true;
  if (reader.error().has_value()) return *reader.error();
  return options;
}

Result<FaultOptions, std::string> ReadFaultOptions(const rapidjson::Value& body, OperationCheck is_operation) {
  FaultOptions options;
  OptionReader reader(body, "");
  reader.RefuseUnknownMembers({"faults", "seed", "delay_ms"});
  reader.Objects("faults", [&](OptionReader& rule) {
    options.rules.push_back({.probability = 1});
    ReadFault(rule, is_operation, &options.rules.back());
  });
  reader.Integer("seed", 0, std::numeric_limits<int64_t>::max(), &options.seed);
  reader.Time("delay_ms", kMillisecondsMax, &options.delay);
  if (options.rules.empty()) reader.Fail(R"(faults must be a list of rules: [{"on": "PutItem", "do": "throttle"}])");
  if (reader.error().has_value()) return *reader.error();
  return options;
}

std::string_view StrategyName(const race::StrategyOptions& strategy) {
  struct Name {
    std::string_view operator()(const race::Exhaustive&) const { return "exhaustive"; }
    std::string_view operator()(const race::PartialOrderSampling&) const { return "random"; }
    std::string_view operator()(const race::ProbabilisticConcurrency&) const { return "pct"; }
    std::string_view operator()(const race::UniformlyRandom&) const { return "uniform"; }
    std::string_view operator()(const race::Replay&) const { return "replay"; }
  };
  return std::visit(Name(), strategy);
}

}  // namespace holdfast::server
