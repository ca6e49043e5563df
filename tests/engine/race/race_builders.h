// Short functions that create tables and build requests, for tests of the race lab.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/engine.h"
#include "engine/operations.h"
#include "engine/race/client.h"
#include "tests/engine/expressions/expression_builders.h"

namespace holdfast::race::testing {

using holdfast::testing::N;
using holdfast::testing::S;

// A database whose clock is stopped, so that runs can be repeated.
inline std::unique_ptr<Database> MakeDatabase() {
  auto clock = std::make_shared<DatabaseClock>(std::make_shared<VirtualClock>(absl::FromUnixSeconds(1'800'000'000)));
  auto database = std::make_unique<Database>("000000000000", "us-east-1", EngineOptions(), clock, 1);
  database->StopClock(absl::FromUnixSeconds(1'800'000'000));
  return database;
}

// The table has the partition key `pk`. Options: a sort key `sk`, and a global index `byG` on `g` that projects all
// attributes.
struct TableOptions {
  bool sort_key = false;
  bool index = false;
};
inline void CreateTable(Database& database, const std::string& name, TableOptions options = {}) {
  CreateTableRequest request;
  request.table_name = name;
  request.billing_mode = BillingMode::kPayPerRequest;
  request.attribute_definitions = {AttributeDefinition{"pk", ScalarAttributeType::kString}};
  request.key_schema = {KeySchemaElement{"pk", KeyType::kHash}};
  if (options.sort_key) {
    request.attribute_definitions->push_back({"sk", ScalarAttributeType::kString});
    request.key_schema->push_back({"sk", KeyType::kRange});
  }
  if (options.index) {
    request.attribute_definitions->push_back({"g", ScalarAttributeType::kString});
    GlobalSecondaryIndex index;
    index.index_name = "byG";
    index.key_schema = {KeySchemaElement{"g", KeyType::kHash}};
    index.projection = Projection{ProjectionType::kAll, std::nullopt};
    request.global_secondary_indexes = {index};
  }
  const auto created = database.CreateTable(request);
  if (!created.ok()) throw std::runtime_error(created.error().message);
}

inline GetItemRequest Get(const std::string& table, AttributeMap key, bool consistent = true) {
  GetItemRequest request;
  request.table_name = table;
  request.key = std::move(key);
  request.consistent_read = consistent;
  return request;
}
inline PutItemRequest Put(const std::string& table, AttributeMap item, std::string condition = {}) {
  PutItemRequest request;
  request.table_name = table;
  request.item = std::move(item);
  if (!condition.empty()) request.condition_expression = std::move(condition);
  return request;
}
inline UpdateItemRequest Update(const std::string& table, AttributeMap key, std::string update,
                                ExpressionAttributeValues values, std::string condition = {}) {
  UpdateItemRequest request;
  request.table_name = table;
  request.key = std::move(key);
  request.update_expression = std::move(update);
  if (!condition.empty()) request.condition_expression = std::move(condition);
  if (!values.empty()) request.expression_fields.values = std::move(values);
  return request;
}
inline DeleteItemRequest Delete(const std::string& table, AttributeMap key, std::string condition = {}) {
  DeleteItemRequest request;
  request.table_name = table;
  request.key = std::move(key);
  if (!condition.empty()) request.condition_expression = std::move(condition);
  return request;
}
inline QueryRequest QueryIndex(const std::string& table, std::string_view value) {
  QueryRequest request;
  request.table_name = table;
  request.index_name = "byG";
  request.key_condition_expression = "g = :g";
  request.expression_fields.values = ExpressionAttributeValues{{":g", S(value)}};
  return request;
}
inline QueryRequest QueryPartition(const std::string& table, std::string_view value, bool consistent = true) {
  QueryRequest request;
  request.table_name = table;
  request.consistent_read = consistent;
  request.key_condition_expression = "pk = :p";
  request.expression_fields.values = ExpressionAttributeValues{{":p", S(value)}};
  return request;
}
inline TransactWriteItem PutAction(const std::string& table, AttributeMap item, std::string condition = {}) {
  TransactWriteItem action;
  action.put.emplace();
  action.put->table_name = table;
  action.put->item = std::move(item);
  if (!condition.empty()) action.put->condition_expression = std::move(condition);
  return action;
}
inline TransactWriteItem UpdateAction(const std::string& table, AttributeMap key, std::string update,
                                      ExpressionAttributeValues values, std::string condition = {}) {
  TransactWriteItem action;
  action.update.emplace();
  action.update->table_name = table;
  action.update->key = std::move(key);
  action.update->update_expression = std::move(update);
  if (!condition.empty()) action.update->condition_expression = std::move(condition);
  action.update->expression_fields.values = std::move(values);
  return action;
}
inline TransactWriteItem DeleteAction(const std::string& table, AttributeMap key) {
  TransactWriteItem action;
  action.delete_item.emplace();
  action.delete_item->table_name = table;
  action.delete_item->key = std::move(key);
  return action;
}
inline TransactWriteItemsRequest TransactWrite(std::vector<TransactWriteItem> actions, std::string token = {}) {
  TransactWriteItemsRequest request;
  request.transact_items = std::move(actions);
  if (!token.empty()) request.client_request_token = std::move(token);
  return request;
}
inline TransactGetItemsRequest TransactGet(const std::string& table, const std::vector<AttributeMap>& keys) {
  TransactGetItemsRequest request;
  request.transact_items.emplace();
  for (const AttributeMap& key : keys) {
    TransactGetItem item;
    item.get.emplace();
    item.get->table_name = table;
    item.get->key = key;
    request.transact_items->push_back(std::move(item));
  }
  return request;
}

// Executes a statement of PartiQL as a step of the client.
inline void ExecuteStatement(Client& db, Database& database, const std::string& statement) {
  db.Other("ExecuteStatement", [&database, statement] {
    ExecuteStatementRequest request;
    request.statement = statement;
    static_cast<void>(database.ExecuteStatement(request));
  });
}

inline int64_t NumberIn(AttributeMapView item, std::string_view name) {
  const std::optional<ValueView> value = item.Find(name);
  return value.has_value() ? std::stoll(Number::FromBytes(value->bytes()).ToText()) : 0;
}

}  // namespace holdfast::race::testing
