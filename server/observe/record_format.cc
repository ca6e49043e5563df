#include "server/observe/record_format.h"

#include <algorithm>
#include <ctime>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/container/inlined_vector.h"
#include "server/json/json_writer.h"
#include "server/observe/masked_text.h"
#include "server/observe/quoted_text.h"
#include "server/observe/response_outcome.h"

namespace holdfast::server {
namespace {

namespace limits = record_limits;

constexpr size_t kShownStatementBytesMax = 1'024;
// Refused actions of a transaction that are shown with key and condition.
constexpr size_t kShownActionsMax = 4;
constexpr std::string_view kNoResponse = "no response";

struct Shown {
  std::string_view text;
  bool cut = false;

  bool empty() const { return text.empty(); }
};

struct KeyAttribute {
  Shown type_and_name = {};
  Shown value = {};
  bool has_value = false;
};

// A key has one or two attributes, and most requests have one table: these need no memory of their own.
using Key = absl::InlinedVector<KeyAttribute, 2>;
using TableNames = absl::InlinedVector<std::string, 1>;

struct Action {
  // Its place in the transaction, from 0.
  size_t number = 0;
  Shown name = {};
  Shown table = {};
  Shown condition = {};
  Key key = {};
};

// The texts of a record by what they are.
struct Fields {
  Shown actor, access_key, account, region, fork, operation, index, condition, key_condition, filter, request_body,
      error, message, reasons, response_body;
  absl::InlinedVector<Shown, 1> tables;
  std::vector<Shown> statements;
  Key key;
  std::vector<Action> actions;
};

Fields Read(const RequestRecord& record) {
  Fields fields;
  Action* action = nullptr;
  for (std::string_view rest = record.texts.bytes(); !rest.empty();) {
    const RecordTexts::Entry entry = RecordTexts::Take(&rest);
    const Shown shown = {entry.text, entry.cut};
    Key& key = action == nullptr ? fields.key : action->key;
    switch (entry.field) {
      case RecordField::kActor:
        fields.actor = shown;
        break;
      case RecordField::kAccessKey:
        fields.access_key = shown;
        break;
      case RecordField::kAccount:
        fields.account = shown;
        break;
      case RecordField::kRegion:
        fields.region = shown;
        break;
      case RecordField::kFork:
        fields.fork = shown;
        break;
      case RecordField::kOperation:
        fields.operation = shown;
        break;
      case RecordField::kAction:
        fields.actions.push_back({.number = fields.actions.size(), .name = shown});
        action = &fields.actions.back();
        break;
      case RecordField::kTable:
        (action == nullptr ? fields.tables.emplace_back() : action->table) = shown;
        break;
      case RecordField::kIndex:
        fields.index = shown;
        break;
      case RecordField::kKeyName:
        key.push_back({.type_and_name = shown});
        break;
      case RecordField::kKeyValue:
        if (key.empty()) break;
        key.back().value = shown;
        key.back().has_value = true;
        break;
      case RecordField::kCondition:
        (action == nullptr ? fields.condition : action->condition) = shown;
        break;
      case RecordField::kKeyCondition:
        fields.key_condition = shown;
        break;
      case RecordField::kFilter:
        fields.filter = shown;
        break;
      case RecordField::kStatement:
        fields.statements.push_back(shown);
        break;
      case RecordField::kRequestBody:
        fields.request_body = shown;
        break;
      case RecordField::kError:
        fields.error = shown;
        break;
      case RecordField::kMessage:
        fields.message = shown;
        break;
      case RecordField::kReasons:
        fields.reasons = shown;
        break;
      case RecordField::kResponseBody:
        fields.response_body = shown;
        break;
    }
  }
  return fields;
}

std::vector<std::string_view> SplitReasons(std::string_view reasons) {
  constexpr std::string_view kSeparator = ", ";
  std::vector<std::string_view> parts;
  while (!reasons.empty()) {
    const size_t end = std::min(reasons.find(kSeparator), reasons.size());
    parts.push_back(reasons.substr(0, end));
    reasons.remove_prefix(std::min(end + kSeparator.size(), reasons.size()));
  }
  return parts;
}

// The tables of a request; `*more` are those that are left out.
TableNames TablesOf(const Fields& fields, const RequestRecord& record, size_t* more) {
  TableNames tables;
  *more = record.more_tables;
  const auto add = [&](std::string table) {
    if (table.empty() || std::find(tables.begin(), tables.end(), table) != tables.end()) return;
    if (tables.size() == limits::kTablesMax) {
      ++*more;
    } else {
      tables.push_back(std::move(table));
    }
  };
  for (const Shown& table : fields.tables) add(std::string(table.text));
  for (const Action& action : fields.actions) add(std::string(action.table.text));
  for (const Shown& statement : fields.statements) add(TargetOfStatement(statement.text).table);
  return tables;
}

std::string IndexOf(const Fields& fields) {
  if (!fields.index.empty()) return std::string(fields.index.text);
  return fields.statements.empty() ? std::string() : TargetOfStatement(fields.statements.front().text).index;
}

const Key& KeyOf(const Fields& fields) { return fields.actions.empty() ? fields.key : fields.actions.front().key; }

size_t MoreItems(const Fields& fields, const RequestRecord& record) {
  return record.items > 0 && !KeyOf(fields).empty() ? record.items - 1 : 0;
}

std::string_view OutcomeText(const Fields& fields, const RequestRecord& record) {
  if (record.status == 0) return kNoResponse;
  if (record.status == 200) return "ok";
  return fields.error.empty() ? std::string_view("error") : fields.error.text;
}

// The actions of a transaction that have refused it.
std::vector<const Action*> RefusedActions(const Fields& fields) {
  const std::vector<std::string_view> reasons = SplitReasons(fields.reasons.text);
  std::vector<const Action*> refused;
  for (const Action& action : fields.actions) {
    if (action.number >= reasons.size() || reasons[action.number] == "None") continue;
    refused.push_back(&action);
    if (refused.size() == kShownActionsMax) break;
  }
  return refused;
}

int64_t Microseconds(const RequestRecord& record) {
  return std::chrono::duration_cast<std::chrono::microseconds>(record.ended - record.begun).count();
}

void AppendTime(int64_t time_us, std::string* out) {
  // Consecutive records are mostly of one second.
  thread_local std::time_t cached_second = -1;
  thread_local char cached[sizeof "1970-01-01T00:00:00."];
  const auto second = static_cast<std::time_t>(time_us / 1'000'000);
  if (second != cached_second) {
    std::tm utc{};
    ::gmtime_r(&second, &utc);
    std::strftime(cached, sizeof cached, "%Y-%m-%dT%H:%M:%S.", &utc);
    cached_second = second;
  }
  const auto milliseconds = static_cast<unsigned>(time_us / 1'000 % 1'000);
  const auto digit = [](unsigned value) { return static_cast<char>('0' + value % 10); };
  const char rest[] = {digit(milliseconds / 100), digit(milliseconds / 10), digit(milliseconds), 'Z'};
  out->append(cached, sizeof cached - 1).append(rest, sizeof rest);
}

// `pk="r7",sk=12`.
void AppendKeyText(const Key& key, std::string* out) {
  bool first = true;
  for (const KeyAttribute& attribute : key) {
    if (!std::exchange(first, false)) *out += ',';
    const std::string_view name = attribute.type_and_name.text.substr(1);
    AppendWord(name, attribute.type_and_name.cut, out);
    *out += ':';
    if (!attribute.has_value) {
      *out += '?';
    } else if (attribute.type_and_name.text.front() == 'N') {
      AppendWord(attribute.value.text, attribute.value.cut, out);
    } else {
      AppendQuoted(attribute.value.text, attribute.value.cut, out);
    }
  }
}

// `name=value` pairs, separated by blanks.
class TextLine {
 public:
  explicit TextLine(std::string* out) : out_(out) {}

  std::string* Name(std::string_view name) {
    *out_ += ' ';
    out_->append(name);
    *out_ += '=';
    return out_;
  }
  void Word(std::string_view name, std::string_view value, bool cut = false) {
    if (!value.empty()) AppendWord(value, cut, Name(name));
  }
  void Quoted(std::string_view name, std::string_view value, bool cut, char quote = '"') {
    if (!value.empty()) AppendQuoted(value, cut, Name(name), quote);
  }
  void Number(std::string_view name, int64_t value) { Name(name)->append(std::to_string(value)); }

 private:
  std::string* const out_;
};

// A string that is escaped as in the text lines, so that it controls no terminal either.
void WriteText(std::string_view text, bool cut, JsonWriter* writer) {
  writer->BeginWith("");
  AppendQuoted(text, cut, writer->Flush());
  writer->EndWith("");
}

// A member, if the text is not empty.
void WriteMember(std::string_view name, std::string_view text, bool cut, JsonWriter* writer) {
  if (text.empty()) return;
  writer->Name(name);
  WriteText(text, cut, writer);
}

// `{"pk":{"S":"r7"}}`; the value is null if it is none of a key.
void WriteKey(const Key& key, JsonWriter* writer) {
  if (key.empty()) return;
  writer->BeginObject("key");
  for (const KeyAttribute& attribute : key) {
    const std::string_view type_and_name = attribute.type_and_name.text;
    // A client has chosen the name.
    writer->BeginWith("");
    AppendQuoted(type_and_name.substr(1), attribute.type_and_name.cut, writer->Flush());
    writer->Raw(":");
    if (!attribute.has_value) {
      writer->RawValue("null");
      continue;
    }
    writer->BeginObject();
    writer->Name(type_and_name.substr(0, 1));
    WriteText(attribute.value.text, attribute.value.cut, writer);
    writer->EndObject();
  }
  writer->EndObject();
}

std::string Masked(const Shown& condition) { return MaskExpression(condition.text); }

Shown CutStatement(const std::string& masked, bool cut) {
  const std::string_view text = CutText(masked, kShownStatementBytesMax);
  return {text, cut || text.size() < masked.size()};
}

}  // namespace

void AppendTextLine(const RequestRecord& record, bool bodies, std::string* out) {
  const Fields fields = Read(record);
  *out += "time=";
  AppendTime(record.time_us, out);
  TextLine line(out);
  if (fields.actor.empty()) {
    line.Word("access_key", fields.access_key.text, fields.access_key.cut);
  } else {
    line.Word("actor", fields.actor.text, fields.actor.cut);
  }
  if (!fields.account.empty()) {
    std::string database = std::string(fields.account.text) + "/" + std::string(fields.region.text);
    if (!fields.fork.empty()) database.append("/").append(fields.fork.text);
    line.Word("database", database);
  }
  line.Word("operation", fields.operation.empty() ? std::string_view("?") : fields.operation.text,
            fields.operation.cut);
  size_t more_tables = 0;
  const TableNames tables = TablesOf(fields, record, &more_tables);
  if (!tables.empty()) {
    std::string* const names = line.Name("table");
    for (size_t i = 0; i < tables.size(); ++i) {
      if (i > 0) *names += ',';
      AppendWord(tables[i], false, names);
    }
  }
  if (more_tables > 0) line.Number("more_tables", static_cast<int64_t>(more_tables));
  line.Word("index", IndexOf(fields));
  if (const auto& key = KeyOf(fields); !key.empty()) AppendKeyText(key, line.Name("key"));
  if (const size_t more = MoreItems(fields, record); more > 0) line.Number("more_items", static_cast<int64_t>(more));
  line.Quoted("key_condition", Masked(fields.key_condition), fields.key_condition.cut);
  line.Quoted("filter", Masked(fields.filter), fields.filter.cut);
  for (const Shown& statement : fields.statements) {
    const std::string masked = MaskStatement(statement.text);
    const Shown shown = CutStatement(masked, statement.cut);
    line.Quoted("statement", shown.text, shown.cut);
  }
  if (record.more_statements > 0) line.Number("more_statements", record.more_statements);
  line.Word("outcome", OutcomeText(fields, record));
  if (record.status != 0) line.Number("status", record.status);
  if (record.left_unprocessed) line.Word("unprocessed", "true");
  if (record.status != 200) line.Quoted("condition", Masked(fields.condition), fields.condition.cut);
  if (!fields.reasons.empty()) {
    std::string* const reasons = line.Name("reasons");
    bool first = true;
    for (const std::string_view reason : SplitReasons(fields.reasons.text)) {
      if (!std::exchange(first, false)) *reasons += ',';
      AppendWord(reason, false, reasons);
    }
  }
  for (const Action* const action : RefusedActions(fields)) {
    line.Number("refused_by", static_cast<int64_t>(action->number));
    line.Word("action", action->name.text, action->name.cut);
    line.Word("action_table", action->table.text, action->table.cut);
    if (!action->key.empty()) AppendKeyText(action->key, line.Name("action_key"));
    line.Quoted("condition", Masked(action->condition), action->condition.cut);
  }
  line.Quoted("message", MessageWithoutValues(fields.error.text, fields.message.text), fields.message.cut);
  line.Number("us", Microseconds(record));
  if (bodies) {
    line.Quoted("request", fields.request_body.text, fields.request_body.cut, '\'');
    line.Quoted("response", fields.response_body.text, fields.response_body.cut, '\'');
  }
  *out += '\n';
}

void AppendJson(const NumberedRecord& numbered, bool bodies, std::string* out) {
  const RequestRecord& record = numbered.record;
  const Fields fields = Read(record);
  JsonWriter writer(out);
  const auto member = [&writer](std::string_view name, const Shown& shown) {
    WriteMember(name, shown.text, shown.cut, &writer);
  };
  const auto array = [&writer](std::string_view name, const auto& elements, auto write) {
    if (elements.empty()) return;
    writer.BeginArray(name);
    for (const auto& element : elements) write(element);
    writer.EndArray();
  };
  const auto write_text = [&writer](std::string_view text) { WriteText(text, false, &writer); };

  writer.BeginObject();
  writer.IntegerMember("sequence", static_cast<int64_t>(numbered.sequence));
  writer.Name("time");
  writer.BeginWith("\"");
  AppendTime(record.time_us, writer.Flush());
  writer.EndWith("\"");
  member("actor", fields.actor);
  member("access_key", fields.access_key);
  member("account", fields.account);
  member("region", fields.region);
  member("fork", fields.fork);
  member("operation", fields.operation);
  size_t more_tables = 0;
  array("tables", TablesOf(fields, record, &more_tables), write_text);
  if (more_tables > 0) writer.IntegerMember("more_tables", static_cast<int64_t>(more_tables));
  member("index", {IndexOf(fields)});
  WriteKey(KeyOf(fields), &writer);
  if (const size_t more = MoreItems(fields, record); more > 0) {
    writer.IntegerMember("more_items", static_cast<int64_t>(more));
  }
  member("key_condition", {Masked(fields.key_condition), fields.key_condition.cut});
  member("filter", {Masked(fields.filter), fields.filter.cut});
  array("statements", fields.statements, [&writer](const Shown& statement) {
    const std::string masked = MaskStatement(statement.text);
    const Shown shown = CutStatement(masked, statement.cut);
    WriteText(shown.text, shown.cut, &writer);
  });
  if (record.more_statements > 0) writer.IntegerMember("more_statements", record.more_statements);
  member("outcome", {OutcomeText(fields, record)});
  if (record.status != 0) writer.IntegerMember("status", record.status);
  if (record.left_unprocessed) writer.BooleanMember("unprocessed", true);
  if (record.status != 200) member("condition", {Masked(fields.condition), fields.condition.cut});
  array("reasons", SplitReasons(fields.reasons.text), write_text);
  array("refused_by", RefusedActions(fields), [&](const Action* action) {
    writer.BeginObject();
    writer.IntegerMember("action", static_cast<int64_t>(action->number));
    member("kind", action->name);
    member("table", action->table);
    WriteKey(action->key, &writer);
    member("condition", {Masked(action->condition), action->condition.cut});
    writer.EndObject();
  });
  member("message", {MessageWithoutValues(fields.error.text, fields.message.text), fields.message.cut});
  writer.IntegerMember("duration_us", Microseconds(record));
  if (bodies) {
    member("request", fields.request_body);
    member("response", fields.response_body);
  }
  writer.EndObject();
}

}  // namespace holdfast::server
