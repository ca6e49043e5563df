#include <iostream>

#include "engine/engine.h"
#include "engine/operations/items/put_item.h"
#include "engine/operations/tables/create_table.h"

int main() {
  using namespace holdfast;
  Engine engine;
  Database& database = engine.database("000000000000", "us-east-1");

  CreateTableRequest table;
  table.table_name = "Slots";
  table.attribute_definitions = {AttributeDefinition{"pk", ScalarAttributeType::kString}};
  table.key_schema = {KeySchemaElement{"pk", KeyType::kHash}};
  table.billing_mode = BillingMode::kPayPerRequest;
  if (!database.CreateTable(table).ok()) return 1;

  PutItemRequest put;
  put.table_name = "Slots";
  put.item = AttributeMap{{"pk", AttributeValue::String("SLOT#1")}, {"seats", AttributeValue::Number(4)}};
  put.condition_expression = "attribute_not_exists(pk)";
  const Result<PutItemResponse> response = database.PutItem(put);
  if (!response.ok()) std::cerr << response.error().message << "\n";
  return response.ok() ? 0 : 1;
}
