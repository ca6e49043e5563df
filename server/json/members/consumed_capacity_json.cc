#include "server/json/members/consumed_capacity_json.h"

#include <string>
#include <string_view>
#include <utility>

namespace holdfast::server {

namespace {

void WriteUnits(double units, ConsumedCapacity::Kind kind, JsonWriter* writer) {
  writer->DoubleMember("CapacityUnits", units);
  if (kind == ConsumedCapacity::Kind::kPlain) return;
  writer->DoubleMember(kind == ConsumedCapacity::Kind::kRead ? "ReadCapacityUnits" : "WriteCapacityUnits", units);
}

void WriteIndexes(std::string_view member, const std::vector<std::pair<std::string, double>>& indexes,
                  ConsumedCapacity::Kind kind, JsonWriter* writer) {
  if (indexes.empty()) return;
  writer->BeginObject(member);
  for (const auto& [name, units] : indexes) {
    writer->EscapedName(name);
    writer->BeginObject();
    WriteUnits(units, kind, writer);
    writer->EndObject();
  }
  writer->EndObject();
}

void WriteConsumedCapacity(const ConsumedCapacity& capacity, JsonWriter* writer) {
  writer->BeginObject();
  writer->StringMember("TableName", capacity.table_name);
  WriteUnits(capacity.total_units(), capacity.kind, writer);
  if (capacity.by_index) {
    writer->BeginObject("Table");
    WriteUnits(capacity.table_units, capacity.kind, writer);
    writer->EndObject();
    WriteIndexes("LocalSecondaryIndexes", capacity.local_indexes, capacity.kind, writer);
    WriteIndexes("GlobalSecondaryIndexes", capacity.global_indexes, capacity.kind, writer);
  }
  writer->EndObject();
}

}  // namespace

void WriteConsumedCapacityMember(const std::optional<ConsumedCapacity>& capacity, JsonWriter* writer) {
  if (!capacity.has_value()) return;
  writer->Name("ConsumedCapacity");
  WriteConsumedCapacity(*capacity, writer);
}

void WriteConsumedCapacityMember(const std::optional<std::vector<ConsumedCapacity>>& capacities, JsonWriter* writer) {
  if (!capacities.has_value()) return;
  writer->BeginArray("ConsumedCapacity");
  for (const ConsumedCapacity& capacity : *capacities) WriteConsumedCapacity(capacity, writer);
  writer->EndArray();
}

}  // namespace holdfast::server
