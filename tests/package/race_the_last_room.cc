#include <iostream>
#include <string>

#include "engine/engine.h"
#include "engine/operations.h"
#include "engine/race/explore.h"

using namespace holdfast;

// The mistake: what was read may have changed before it is written.
void Book(race::Client& client, const std::string& guest) {
  GetItemRequest get;
  get.table_name = "Rooms";
  get.key = AttributeMap{{"pk", AttributeValue::String("room7")}};
  get.consistent_read = true;
  const Result<GetItemResponse> room = client.GetItem(get);
  if (!room.ok() || room.value().item->view().Find("guest").has_value()) return;

  PutItemRequest put;
  put.table_name = "Rooms";
  put.item = AttributeMap{{"pk", AttributeValue::String("room7")}, {"guest", AttributeValue::String(guest)}};
  (void)client.PutItem(put);

  PutItemRequest bill;
  bill.table_name = "Bills";
  bill.item = AttributeMap{{"pk", AttributeValue::String(guest)}, {"room", AttributeValue::String("room7")}};
  (void)client.PutItem(bill);
}

int main() {
  Engine engine;
  Database& database = engine.database("000000000000", "us-east-1");
  for (const char* const name : {"Rooms", "Bills"}) {
    CreateTableRequest table;
    table.table_name = name;
    table.attribute_definitions = {AttributeDefinition{"pk", ScalarAttributeType::kString}};
    table.key_schema = {KeySchemaElement{"pk", KeyType::kHash}};
    table.billing_mode = BillingMode::kPayPerRequest;
    if (!database.CreateTable(table).ok()) return 1;
  }
  PutItemRequest room;
  room.table_name = "Rooms";
  room.item = AttributeMap{{"pk", AttributeValue::String("room7")}};
  if (!database.PutItem(room).ok()) return 1;

  const race::Exploration found = race::Explore(database, {}, [](race::Run& run) {
    run.Actor("alice", [](race::Client& client) { Book(client, "alice"); });
    run.Actor("bob", [](race::Client& client) { Book(client, "bob"); });
    run.Always("one bill for each room", race::Unique("Bills", {"room"}));
  });
  std::cout << found.verdict.summary << "\n";
  if (const race::Failure* failure = found.verdict.witness()) std::cout << "\n" << failure->witness;
  return found.verdict.passed ? 1 : 0;
}
