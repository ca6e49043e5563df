// Eight threads of one process try to book the last slot, without a server. Exactly one must get it; the others must
// get a TransactionCanceledException.
#include <atomic>
#include <cstdio>
#include <string>
#include <thread>
#include <vector>

#include "engine/engine.h"
#include "engine/operations/items/put_item.h"
#include "engine/operations/queries/scan.h"
#include "engine/operations/tables/create_table.h"
#include "engine/operations/transactions/transact_write_items.h"

using namespace holdfast;

int main() {
  Engine engine;
  Database& database = engine.database("000000000000", "us-east-1");
  CreateTableRequest table;
  table.table_name = "Slots";
  table.billing_mode = BillingMode::kPayPerRequest;
  table.attribute_definitions.emplace(1, AttributeDefinition{"pk", ScalarAttributeType::kString});
  table.key_schema.emplace(1, KeySchemaElement{"pk", KeyType::kHash});
  if (!database.CreateTable(table).ok()) return 1;
  const AttributeMap slot{{"pk", AttributeValue::String("SLOT#last")}, {"vacant", AttributeValue::Bool(true)}};
  if (!database.PutItem({.table_name = "Slots", .item = slot}).ok()) return 1;

  std::atomic<int> winners = 0, losers = 0;
  auto book = [&](int customer) {
    TransactWriteItem take, booking;
    take.update.emplace();
    take.update->table_name = "Slots";
    take.update->key = AttributeMap{{"pk", AttributeValue::String("SLOT#last")}};
    take.update->update_expression = "REMOVE vacant";
    take.update->condition_expression = "attribute_exists(vacant)";
    booking.put.emplace();
    booking.put->table_name = "Slots";
    booking.put->item = AttributeMap{{"pk", AttributeValue::String("BOOKING#" + std::to_string(customer))}};
    const auto result = database.TransactWriteItems({.transact_items = std::vector{take, booking}});
    if (result.ok())
      ++winners;
    else if (result.error().kind == ErrorKind::kTransactionCanceled)
      ++losers;
  };
  std::vector<std::thread> customers;
  for (int customer = 0; customer < 8; ++customer) customers.emplace_back(book, customer);
  for (std::thread& customer : customers) customer.join();

  const auto stored = database.Scan({.table_name = "Slots"});
  const int items = stored.ok() ? static_cast<int>(stored->count) : -1;
  std::printf("%d booked, %d refused, %d items\n", winners.load(), losers.load(), items);
  return winners == 1 && losers == 7 && items == 2 ? 0 : 1;
}
