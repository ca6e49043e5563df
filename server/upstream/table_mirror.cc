#include "server/upstream/table_mirror.h"

#include <optional>
#include <string>
#include <utility>

#include "engine/operations/tables/create_table.h"
#include "server/json/json_document.h"
#include "server/json/json_writer.h"
#include "server/json/operations/tables/tables_json.h"

namespace holdfast::server {
namespace {

std::string DescribeTableBody(std::string_view table_name) {
  std::string body;
  JsonWriter writer(&body);
  writer.BeginObject();
  writer.StringMember("TableName", table_name);
  writer.EndObject();
  writer.Flush();
  return body;
}

// The table of a response to DescribeTable. Its description has the members of a CreateTable that matter here, and
// under the same names.
std::optional<CreateTableRequest> DefinitionIn(std::string* response) {
  JsonDocument document;
  const Decoded<const rapidjson::Value*> body = document.Parse(response);
  if (!body.ok() || !body.value()->IsObject()) return std::nullopt;
  const auto table = body.value()->FindMember("Table");
  if (table == body.value()->MemberEnd()) return std::nullopt;
  Decoded<CreateTableRequest> described = DecodeCreateTable(table->value);
  if (!described.ok()) return std::nullopt;
  CreateTableRequest definition;
  definition.table_name = std::move(described->table_name);
  definition.attribute_definitions = std::move(described->attribute_definitions);
  definition.key_schema = std::move(described->key_schema);
  definition.local_secondary_indexes = std::move(described->local_secondary_indexes);
  definition.global_secondary_indexes = std::move(described->global_secondary_indexes);
  definition.stream_specification = std::move(described->stream_specification);
  definition.billing_mode = BillingMode::kPayPerRequest;
  if (definition.global_secondary_indexes.has_value()) {
    for (GlobalSecondaryIndex& index : *definition.global_secondary_indexes) {
      index.provisioned_throughput.reset();
      index.on_demand_throughput.reset();
      index.warm_throughput.reset();
    }
  }
  // Some emulators describe a table without indexes by empty lists, which CreateTable refuses.
  if (definition.local_secondary_indexes.has_value() && definition.local_secondary_indexes->empty()) {
    definition.local_secondary_indexes.reset();
  }
  if (definition.global_secondary_indexes.has_value() && definition.global_secondary_indexes->empty()) {
    definition.global_secondary_indexes.reset();
  }
  return definition;
}

}  // namespace

TableMirror::TableMirror(UpstreamClient* client, std::shared_ptr<Database> database)
    : client_(client), database_(std::move(database)), empty_(database_->TakeSnapshot()) {}

void TableMirror::Fetch(const std::vector<std::string_view>& table_names) {
  for (const std::string_view name : table_names) {
    if (Find(name) != nullptr) continue;
    conformance::HttpResponse response = client_->Call("DescribeTable", DescribeTableBody(name));
    if (response.status != 200) continue;
    const std::optional<CreateTableRequest> definition = DefinitionIn(&response.body);
    // CreateTable fails if another thread has mirrored the table meanwhile: then the mirror has the table, too.
    if (definition.has_value()) (void)database_->CreateTable(*definition);
  }
}

}  // namespace holdfast::server
