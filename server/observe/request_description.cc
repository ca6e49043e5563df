#include "server/observe/request_description.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "engine/expressions/legacy_parameters.h"
#include "engine/tables/arn.h"
#include "engine/tables/table.h"
#include "server/json/json_reader.h"

namespace holdfast::server {
namespace {

using rapidjson::Value;
namespace limits = record_limits;

// The text of a string; empty for other values and for null.
std::string_view TextOf(const Value* value) {
  return value != nullptr && value->IsString() ? Text(*value) : std::string_view();
}

// The last member of that name, which is the one that counts; null if there is none or `object` is no object.
const Value* Find(const Value& object, std::string_view name) {
  const Value* found = nullptr;
  if (!object.IsObject()) return found;
  for (const auto& member : object.GetObject()) {
    if (Text(member.name) == name) found = &member.value;
  }
  return found;
}

// The members of a request that a record is made of, found in one pass.
struct Members {
  const Value* table_name = nullptr;
  const Value* index_name = nullptr;
  const Value* key = nullptr;
  const Value* item = nullptr;
  const Value* condition = nullptr;
  const Value* expected = nullptr;
  const Value* conditional_operator = nullptr;
  const Value* key_condition = nullptr;
  const Value* filter = nullptr;
  const Value* request_items = nullptr;
  const Value* transact_items = nullptr;
  const Value* statement = nullptr;
  const Value* statements = nullptr;
  // An ARN, or a name of a table in the operations that have no TableName.
  const Value* other_table = nullptr;

  explicit Members(const Value& request) {
    if (!request.IsObject()) return;
    for (const auto& member : request.GetObject()) {
      if (const Value** const found = For(Text(member.name))) *found = &member.value;
    }
  }

 private:
  const Value** For(std::string_view name) {
    // The length alone rules out most of the names that are not needed.
    switch (name.size()) {
      case 3:
        return name == "Key" ? &key : nullptr;
      case 4:
        return name == "Item" ? &item : nullptr;
      case 8:
        return name == "Expected" ? &expected : nullptr;
      case 9:
        if (name == "TableName") return &table_name;
        if (name == "IndexName") return &index_name;
        if (name == "Statement") return &statement;
        return name == "StreamArn" || name == "BackupArn" ? &other_table : nullptr;
      case 10:
        return name == "Statements" ? &statements : nullptr;
      case 11:
        return name == "ResourceArn" ? &other_table : nullptr;
      case 12:
        return name == "RequestItems" ? &request_items : nullptr;
      case 13:
        return name == "TransactItems" ? &transact_items : nullptr;
      case 15:
        return name == "TargetTableName" || name == "GlobalTableName" ? &other_table : nullptr;
      case 16:
        return name == "FilterExpression" ? &filter : nullptr;
      case 18:
        return name == "TransactStatements" ? &statements : nullptr;
      case 19:
        return name == "ConditionExpression"   ? &condition
               : name == "ConditionalOperator" ? &conditional_operator
                                               : nullptr;
      case 22:
        return name == "KeyConditionExpression" ? &key_condition : nullptr;
      default:
        return nullptr;
    }
  }
};

// `Bookings` in `arn:aws:dynamodb:us-east-1:000000000000:table/Bookings/stream/2026`; other texts are returned as they
// are.
std::string_view TableInArn(std::string_view text) {
  constexpr std::string_view kTable = "table/";
  const std::optional<ArnParts> arn = SplitArn(text);
  if (!arn.has_value() || !arn->resource.starts_with(kTable)) return text;
  const std::string_view name = arn->resource.substr(kTable.size());
  return name.substr(0, name.find('/'));
}

void AddTable(std::string_view table, RequestRecord* record) {
  record->texts.Add(RecordField::kTable, TableInArn(table), limits::kNameBytesMax);
}

void AddKeyAttribute(std::string_view name, const Value& value, RequestRecord* record) {
  const bool is_tagged = value.IsObject() && value.MemberCount() == 1;
  const std::string_view type = is_tagged ? Text(value.MemberBegin()->name) : std::string_view();
  const bool is_key_type = type == "S" || type == "N" || type == "B";
  std::string text(is_key_type ? type : "?");
  text += name;
  record->texts.Add(RecordField::kKeyName, text, limits::kNameBytesMax);
  if (!is_key_type || !value.MemberBegin()->value.IsString()) return;
  record->texts.Add(RecordField::kKeyValue, Text(value.MemberBegin()->value), limits::kKeyValueBytesMax);
}

// Adds those of `attributes` that belong to the table's primary key. `is_key`: they are a request's `Key`, not an
// `Item`; then the first two are added if the table is not known.
void AddKey(const Value* attributes, bool is_key, std::string_view table_name, const Database& database,
            RequestRecord* record) {
  if (attributes == nullptr || !attributes->IsObject()) return;
  const std::shared_ptr<Table> table = database.FindTable(table_name);
  if (table != nullptr) {
    const KeySchema& schema = table->schema().key;
    for (const auto* part : {&schema.hash, &schema.range}) {
      for (const KeyAttribute& attribute : *part) {
        if (const Value* const value = Find(*attributes, attribute.name)) {
          AddKeyAttribute(attribute.name, *value, record);
        }
      }
    }
  } else if (is_key) {
    constexpr size_t kAttributesMax = 2;
    size_t added = 0;
    for (const auto& member : attributes->GetObject()) {
      if (++added > kAttributesMax) break;
      AddKeyAttribute(Text(member.name), member.value, record);
    }
  }
}

// `status EQ ? AND attempts NULL`.
void AddExpected(const Value& expected, const Value* conditional_operator, RequestRecord* record) {
  if (!expected.IsObject()) return;
  std::string text;
  const bool any = TextOf(conditional_operator) == "OR";
  for (const auto& member : expected.GetObject()) {
    if (!text.empty()) text += any ? " OR " : " AND ";
    text += Text(member.name);
    const Value* const exists = Find(member.value, "Exists");
    const std::string_view comparison = TextOf(Find(member.value, "ComparisonOperator"));
    // A text that is no operator of the API is not shown: it could be a value in the wrong place.
    if (EnumField<ComparisonOperator>::FromText(comparison).valid()) {
      text.append(" ").append(comparison);
      if (comparison != "NULL" && comparison != "NOT_NULL") text += " ?";
    } else if (exists != nullptr && exists->IsBool() && !exists->GetBool()) {
      text += " NULL";
    } else {
      text += " EQ ?";
    }
    if (text.size() > limits::kConditionBytesMax) break;
  }
  if (!text.empty()) record->texts.Add(RecordField::kCondition, text, limits::kConditionBytesMax);
}

void AddText(RecordField field, const Value* value, RequestRecord* record) {
  const std::string_view text = TextOf(value);
  if (!text.empty()) record->texts.Add(field, text, limits::kConditionBytesMax);
}

void AddStatement(std::string_view statement, RequestRecord* record) {
  record->texts.Add(RecordField::kStatement, statement, limits::kStatementBytesMax);
}

void DescribeStatements(const Value& statements, RequestRecord* record) {
  if (!statements.IsArray()) return;
  for (const Value& element : statements.GetArray()) {
    const std::string_view statement = TextOf(Find(element, "Statement"));
    if (++record->items <= limits::kStatementsMax) {
      AddStatement(statement, record);
    } else {
      ++record->more_statements;
    }
  }
}

// Counts the keys of a table in a BatchGetItem, or the writes to it in a BatchWriteItem. If the request has named no
// item before, adds the key of the first of these.
void DescribeBatchOfTable(std::string_view table, const Value& requests, const Database& database,
                          RequestRecord* record) {
  const bool reads = requests.IsObject();
  const Value* const list = reads ? Find(requests, "Keys") : &requests;
  if (list == nullptr || !list->IsArray()) return;
  if (record->items == 0 && !list->Empty()) {
    const Value& first = *list->Begin();
    if (reads) {
      AddKey(&first, true, table, database, record);
    } else if (const Value* const put = Find(first, "PutRequest")) {
      AddKey(Find(*put, "Item"), false, table, database, record);
    } else if (const Value* const deletion = Find(first, "DeleteRequest")) {
      AddKey(Find(*deletion, "Key"), true, table, database, record);
    }
  }
  record->items += list->Size();
}

void DescribeBatch(const Value& request_items, const Database& database, RequestRecord* record) {
  if (!request_items.IsObject()) return;
  record->is_batch = true;
  size_t tables = 0;
  for (const auto& member : request_items.GetObject()) {
    if (++tables <= limits::kTablesMax) {
      AddTable(Text(member.name), record);
    } else {
      ++record->more_tables;
    }
    DescribeBatchOfTable(Text(member.name), member.value, database, record);
  }
}

void DescribeAction(std::string_view name, const Value& action, const Database& database, RequestRecord* record) {
  record->texts.Add(RecordField::kAction, name, limits::kNameBytesMax);
  const Members members(action);
  const std::string_view table = TextOf(members.table_name);
  AddTable(table, record);
  AddKey(members.key, true, table, database, record);
  AddKey(members.item, false, table, database, record);
  AddText(RecordField::kCondition, members.condition, record);
}

void DescribeTransaction(const Value& transact_items, const Database& database, RequestRecord* record) {
  if (!transact_items.IsArray()) return;
  for (const Value& element : transact_items.GetArray()) {
    ++record->items;
    if (record->items > limits::kActionsMax || record->texts.bytes().size() > limits::kActionTextBytesMax) continue;
    std::string_view name = "?";
    const Value* action = &element;
    if (element.IsObject() && element.MemberCount() > 0) {
      name = Text(element.MemberBegin()->name);
      action = &element.MemberBegin()->value;
    }
    DescribeAction(name, *action, database, record);
  }
}

}  // namespace

void DescribeRequest(const Value& request, const Database& database, RequestRecord* record) {
  const Members members(request);
  if (members.transact_items != nullptr) return DescribeTransaction(*members.transact_items, database, record);
  if (members.request_items != nullptr) return DescribeBatch(*members.request_items, database, record);
  if (members.statements != nullptr) {
    record->is_batch = true;
    return DescribeStatements(*members.statements, record);
  }
  const std::string_view table = TextOf(members.table_name);
  if (!table.empty()) {
    AddTable(table, record);
  } else if (const std::string_view other = TextOf(members.other_table); !other.empty()) {
    AddTable(other, record);
  }
  if (const std::string_view index = TextOf(members.index_name); !index.empty()) {
    record->texts.Add(RecordField::kIndex, index, limits::kNameBytesMax);
  }
  AddKey(members.key, true, table, database, record);
  AddKey(members.item, false, table, database, record);
  AddText(RecordField::kCondition, members.condition, record);
  if (members.expected != nullptr) AddExpected(*members.expected, members.conditional_operator, record);
  AddText(RecordField::kKeyCondition, members.key_condition, record);
  AddText(RecordField::kFilter, members.filter, record);
  if (const std::string_view statement = TextOf(members.statement); !statement.empty()) AddStatement(statement, record);
}

}  // namespace holdfast::server
