#include "server/observe/record_format.h"

#include <algorithm>
#include <array>
#include <ctime>
#include <string_view>
#include <utility>

#include "absl/container/inlined_vector.h"
#include "absl/types/span.h"
#include "server/json/json_writer.h"
#include "server/observe/masked_text.h"
#include "server/observe/quoted_text.h"

namespace holdfast::server {
namespace {

namespace limits = record_limits;

constexpr size_t kShownStatementBytesMax = 1'024;
// At most this many of the actions that have refused a transaction are shown.
constexpr size_t kShownActionsMax = 4;
constexpr std::string_view kNoResponse = "no response";

struct FieldText {
  std::string_view text;
  bool cut = false;

  bool empty() const { return text.empty(); }
};

struct KeyAttribute {
  FieldText type_and_name = {};
  FieldText value = {};
  bool has_value = false;
};

// The usual numbers of elements fit without allocation.
using Key = absl::InlinedVector<KeyAttribute, 2>;
using TableNames = absl::InlinedVector<std::string_view, 2>;
using Reasons = absl::InlinedVector<std::string_view, 4>;

struct Action {
  // Its index in the transaction.
  size_t number = 0;
  // Its kind, such as `Put`.
  FieldText name = {};
  FieldText table = {};
  FieldText condition = {};
  Key key = {};
};

// The texts of a record by their fields.
struct Fields {
  absl::InlinedVector<FieldText, 1> tables;
  absl::InlinedVector<FieldText, 1> statements;
  Key key;
  absl::InlinedVector<Action, 2> actions;

  // The text of a field that belongs to the whole request and occurs at most once.
  const FieldText& operator[](RecordField field) const { return single[static_cast<size_t>(field)]; }

  std::array<FieldText, kRecordFields> single;
};

Fields Read(const RecordView& record) {
  Fields fields;
  Action* action = nullptr;
  for (std::string_view rest = record.texts; !rest.empty();) {
    const RecordTexts::Entry entry = RecordTexts::Take(&rest);
    const FieldText text = {entry.text, entry.cut};
    Key& key = action == nullptr ? fields.key : action->key;
    switch (entry.field) {
      case RecordField::kAction:
        action = &fields.actions.emplace_back();
        action->number = fields.actions.size() - 1;
        action->name = text;
        break;
      case RecordField::kTable:
        (action == nullptr ? fields.tables.emplace_back() : action->table) = text;
        break;
      case RecordField::kKeyName:
        key.push_back({.type_and_name = text});
        break;
      case RecordField::kKeyValue:
        if (key.empty()) break;
        key.back().value = text;
        key.back().has_value = true;
        break;
      case RecordField::kStatement:
        fields.statements.push_back(text);
        break;
      case RecordField::kCondition:
        if (action != nullptr) {
          action->condition = text;
          break;
        }
        [[fallthrough]];
      default:
        fields.single[static_cast<size_t>(entry.field)] = text;
    }
  }
  return fields;
}

Reasons SplitReasons(std::string_view reasons) {
  constexpr std::string_view kSeparator = ", ";
  Reasons parts;
  while (!reasons.empty()) {
    const size_t end = std::min(reasons.find(kSeparator), reasons.size());
    parts.push_back(reasons.substr(0, end));
    reasons.remove_prefix(std::min(end + kSeparator.size(), reasons.size()));
  }
  return parts;
}

// The tables of a request. Sets `*more` to the number of tables that are left out.
TableNames TablesOf(const Fields& fields, const RecordView& record, size_t* more) {
  TableNames tables;
  *more = record.more_tables;
  const auto add = [&](std::string_view table) {
    if (table.empty() || std::find(tables.begin(), tables.end(), table) != tables.end()) return;
    if (tables.size() == limits::kTablesMax) {
      ++*more;
    } else {
      tables.push_back(table);
    }
  };
  for (const FieldText& table : fields.tables) add(table.text);
  for (const Action& action : fields.actions) add(action.table.text);
  for (const FieldText& statement : fields.statements) add(TargetOfStatement(statement.text).table);
  return tables;
}

std::string_view IndexNameOf(const Fields& fields) {
  if (const FieldText& index = fields[RecordField::kIndex]; !index.empty()) return index.text;
  return fields.statements.empty() ? std::string_view() : TargetOfStatement(fields.statements.front().text).index;
}

const Key& KeyOf(const Fields& fields) { return fields.actions.empty() ? fields.key : fields.actions.front().key; }

size_t MoreItems(const Fields& fields, const RecordView& record) {
  return record.items > 0 && !KeyOf(fields).empty() ? record.items - 1 : 0;
}

std::string_view OutcomeText(const Fields& fields, const RecordView& record) {
  if (record.status == 0) return kNoResponse;
  if (record.status == 200) return "ok";
  const FieldText& error = fields[RecordField::kError];
  return error.empty() ? std::string_view("error") : error.text;
}

// The first kShownActionsMax actions of a transaction that have refused it.
absl::InlinedVector<const Action*, kShownActionsMax> RefusingActions(const Fields& fields, const Reasons& reasons) {
  absl::InlinedVector<const Action*, kShownActionsMax> refusing;
  for (size_t i = 0; i < std::min(fields.actions.size(), reasons.size()); ++i) {
    if (reasons[i] == "None") continue;
    refusing.push_back(&fields.actions[i]);
    if (refusing.size() == kShownActionsMax) break;
  }
  return refusing;
}

int64_t Microseconds(const RecordView& record) {
  return std::chrono::duration_cast<std::chrono::microseconds>(record.ended - record.begun).count();
}

void AppendTime(int64_t time_us, TextBuffer* out) {
  // Most records are of the same second as the record before.
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
  out->Append({cached, sizeof cached - 1});
  out->Append({rest, sizeof rest});
}

// `pk:"r7",sk:12`
void AppendKeyText(const Key& key, TextBuffer* out) {
  bool first = true;
  for (const KeyAttribute& attribute : key) {
    if (!std::exchange(first, false)) out->Append(',');
    const std::string_view name = attribute.type_and_name.text.substr(1);
    AppendWord(name, attribute.type_and_name.cut, out);
    out->Append(':');
    if (!attribute.has_value) {
      out->Append('?');
    } else if (attribute.type_and_name.text.front() == 'N') {
      AppendWord(attribute.value.text, attribute.value.cut, out);
    } else {
      AppendQuoted(attribute.value.text, attribute.value.cut, out);
    }
  }
}

void AppendWords(absl::Span<const std::string_view> words, char separator, TextBuffer* out) {
  for (size_t i = 0; i < words.size(); ++i) {
    if (i > 0) out->Append(separator);
    AppendWord(words[i], false, out);
  }
}

// `name=value` pairs, separated by blanks.
class TextLine {
 public:
  explicit TextLine(TextBuffer* out) : out_(out) {}

  TextBuffer* Name(std::string_view name) {
    out_->Append(' ');
    out_->Append(name);
    out_->Append('=');
    return out_;
  }
  void Word(std::string_view name, std::string_view value, bool cut = false) {
    if (!value.empty()) AppendWord(value, cut, Name(name));
  }
  void Word(std::string_view name, const FieldText& value) { Word(name, value.text, value.cut); }
  void Quoted(std::string_view name, const FieldText& value, char quote = '"') {
    if (!value.empty()) AppendQuoted(value.text, value.cut, Name(name), quote);
  }
  void Expression(std::string_view name, const FieldText& value) {
    if (!value.empty()) Quoted(name, {MaskExpression(value.text), value.cut});
  }
  void Number(std::string_view name, int64_t value) { Name(name)->AppendInteger(value); }

 private:
  TextBuffer* const out_;
};

// `000000000000/us-east-1` or `000000000000/us-east-1/fork`.
void AppendDatabase(const Fields& fields, TextLine* line) {
  const std::array<std::string_view, 3> parts = {fields[RecordField::kAccount].text, fields[RecordField::kRegion].text,
                                                 fields[RecordField::kFork].text};
  const size_t count = parts[2].empty() ? 2 : 3;
  if (!parts[0].empty()) AppendWords({parts.data(), count}, '/', line->Name("database"));
}

// Writes a string, escaped as in the text lines (AppendQuoted), so that JSON cannot control a terminal either.
void WriteText(std::string_view text, bool cut, JsonWriter* writer) {
  writer->BeginRawValue("");
  AppendQuoted(text, cut, writer->buffer());
  writer->EndRawValue("");
}

// Writes a member, unless the text is empty.
void WriteMember(std::string_view name, std::string_view text, bool cut, JsonWriter* writer) {
  if (text.empty()) return;
  writer->Name(name);
  WriteText(text, cut, writer);
}

// Writes the member `"key":{"pk":{"S":"r7"}}`. Null stands for a value that no key can have.
void WriteKey(const Key& key, JsonWriter* writer) {
  if (key.empty()) return;
  writer->BeginObject("key");
  for (const KeyAttribute& attribute : key) {
    const std::string_view type_and_name = attribute.type_and_name.text;
    // A client has chosen the name, so it is escaped like the values.
    writer->BeginRawValue("");
    AppendQuoted(type_and_name.substr(1), attribute.type_and_name.cut, writer->buffer());
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

FieldText CutStatement(const std::string& masked, bool cut) {
  const std::string_view text = CutText(masked, kShownStatementBytesMax);
  return {text, cut || text.size() < masked.size()};
}

}  // namespace

void AppendTextLine(const RecordView& record, bool bodies, std::string* out) {
  const Fields fields = Read(record);
  TextBuffer buffer(out);
  buffer.Append("time=");
  AppendTime(record.time_us, &buffer);
  TextLine line(&buffer);
  if (const FieldText& actor = fields[RecordField::kActor]; actor.empty()) {
    line.Word("access_key", fields[RecordField::kAccessKey]);
  } else {
    line.Word("actor", actor);
  }
  AppendDatabase(fields, &line);
  const FieldText& operation = fields[RecordField::kOperation];
  line.Word("operation", operation.empty() ? FieldText{"?"} : operation);
  size_t more_tables = 0;
  const TableNames tables = TablesOf(fields, record, &more_tables);
  if (!tables.empty()) AppendWords(tables, ',', line.Name("table"));
  if (more_tables > 0) line.Number("more_tables", static_cast<int64_t>(more_tables));
  line.Word("index", IndexNameOf(fields));
  if (const auto& key = KeyOf(fields); !key.empty()) AppendKeyText(key, line.Name("key"));
  if (const size_t more = MoreItems(fields, record); more > 0) line.Number("more_items", static_cast<int64_t>(more));
  line.Expression("key_condition", fields[RecordField::kKeyCondition]);
  line.Expression("filter", fields[RecordField::kFilter]);
  for (const FieldText& statement : fields.statements) {
    const std::string masked = MaskStatement(statement.text);
    line.Quoted("statement", CutStatement(masked, statement.cut));
  }
  if (record.more_statements > 0) line.Number("more_statements", record.more_statements);
  line.Word("outcome", OutcomeText(fields, record));
  if (record.status != 0) line.Number("status", record.status);
  if (record.left_unprocessed) line.Word("unprocessed", "true");
  if (record.status != 200) line.Expression("condition", fields[RecordField::kCondition]);
  const Reasons reasons = SplitReasons(fields[RecordField::kReasons].text);
  if (!reasons.empty()) AppendWords(reasons, ',', line.Name("reasons"));
  for (const Action* const action : RefusingActions(fields, reasons)) {
    line.Number("refused_by", static_cast<int64_t>(action->number));
    line.Word("action", action->name);
    line.Word("action_table", action->table);
    if (!action->key.empty()) AppendKeyText(action->key, line.Name("action_key"));
    line.Expression("condition", action->condition);
  }
  line.Quoted("message", fields[RecordField::kMessage]);
  line.Number("us", Microseconds(record));
  if (bodies) {
    line.Quoted("request", fields[RecordField::kRequestBody], '\'');
    line.Quoted("response", fields[RecordField::kResponseBody], '\'');
  }
  buffer.Append('\n');
  buffer.Flush();
}

void AppendJson(uint64_t sequence, const RecordView& record, bool bodies, std::string* out) {
  const Fields fields = Read(record);
  JsonWriter writer(out);
  const auto member = [&writer](std::string_view name, const FieldText& value) {
    WriteMember(name, value.text, value.cut, &writer);
  };
  const auto field = [&](std::string_view name, RecordField which) { member(name, fields[which]); };
  const auto expression = [&](std::string_view name, const FieldText& value) {
    if (!value.empty()) member(name, {MaskExpression(value.text), value.cut});
  };
  const auto array = [&writer](std::string_view name, const auto& elements, auto write) {
    if (elements.empty()) return;
    writer.BeginArray(name);
    for (const auto& element : elements) write(element);
    writer.EndArray();
  };
  const auto write_text = [&writer](std::string_view text) { WriteText(text, false, &writer); };

  writer.BeginObject();
  writer.IntegerMember("sequence", static_cast<int64_t>(sequence));
  writer.Name("time");
  writer.BeginRawValue("\"");
  AppendTime(record.time_us, writer.buffer());
  writer.EndRawValue("\"");
  field("actor", RecordField::kActor);
  field("access_key", RecordField::kAccessKey);
  field("account", RecordField::kAccount);
  field("region", RecordField::kRegion);
  field("fork", RecordField::kFork);
  field("operation", RecordField::kOperation);
  size_t more_tables = 0;
  array("tables", TablesOf(fields, record, &more_tables), write_text);
  if (more_tables > 0) writer.IntegerMember("more_tables", static_cast<int64_t>(more_tables));
  member("index", {IndexNameOf(fields)});
  WriteKey(KeyOf(fields), &writer);
  if (const size_t more = MoreItems(fields, record); more > 0) {
    writer.IntegerMember("more_items", static_cast<int64_t>(more));
  }
  expression("key_condition", fields[RecordField::kKeyCondition]);
  expression("filter", fields[RecordField::kFilter]);
  array("statements", fields.statements, [&writer](const FieldText& statement) {
    const std::string masked = MaskStatement(statement.text);
    const FieldText text = CutStatement(masked, statement.cut);
    WriteText(text.text, text.cut, &writer);
  });
  if (record.more_statements > 0) writer.IntegerMember("more_statements", record.more_statements);
  member("outcome", {OutcomeText(fields, record)});
  if (record.status != 0) writer.IntegerMember("status", record.status);
  if (record.left_unprocessed) writer.BooleanMember("unprocessed", true);
  if (record.status != 200) expression("condition", fields[RecordField::kCondition]);
  const Reasons reasons = SplitReasons(fields[RecordField::kReasons].text);
  array("reasons", reasons, write_text);
  array("refused_by", RefusingActions(fields, reasons), [&](const Action* action) {
    writer.BeginObject();
    writer.IntegerMember("action", static_cast<int64_t>(action->number));
    member("kind", action->name);
    member("table", action->table);
    WriteKey(action->key, &writer);
    expression("condition", action->condition);
    writer.EndObject();
  });
  field("message", RecordField::kMessage);
  writer.IntegerMember("duration_us", Microseconds(record));
  if (bodies) {
    field("request", RecordField::kRequestBody);
    field("response", RecordField::kResponseBody);
  }
  writer.EndObject();
}

}  // namespace holdfast::server
