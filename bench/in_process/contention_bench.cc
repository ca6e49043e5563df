// Measures the cost of contention in process: threads that write the same item compared with threads that write
// different ones. After each run the invariant is checked: every slot has one winner, the units left and the units sold
// add up to the initial stock, a counter equals the number of successes. A violation ends the program.
#include <benchmark/benchmark.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>

#include "bench/in_process/database.h"
#include "engine/values/number.h"

namespace holdfast {
namespace {

using AV = AttributeValue;

constexpr char kTable[] = "Contended";
constexpr int64_t kStock = 1'000'000'000;

std::unique_ptr<Engine> engine;
std::atomic<int64_t> successes = 0;
// The slot that all threads try to book; the winner puts the next one on sale.
std::atomic<int64_t> slot_on_sale = 0;

[[noreturn]] void Fail(const std::string& why) {
  std::fprintf(stderr, "contention_bench: %s\n", why.c_str());
  std::abort();
}

Database& TheDatabase() { return DatabaseOf(*engine); }

AttributeMap Key(std::string name) { return {{"pk", AV::String(std::move(name))}}; }

std::string SlotNumbered(int64_t number) { return "SLOT#" + std::to_string(number); }
std::string ItemOfThread(const benchmark::State& state) { return "ITEM#" + std::to_string(state.thread_index()); }

void PutStock(const std::string& name) {
  PutItemRequest request;
  request.table_name = kTable;
  request.item = AttributeMap{{"pk", AV::String(name)}, {"available", AV::Number(kStock)}};
  if (!TheDatabase().PutItem(request).ok()) Fail("the stock could not be put");
}

void SetUp(const benchmark::State& state) {
  engine = std::make_unique<Engine>();
  successes = 0;
  slot_on_sale = 0;
  CreateTable(TheDatabase(), kTable, Keys::kPartition);
  PutStock("STOCK");
  for (int thread = 0; thread < state.threads(); ++thread) PutStock("ITEM#" + std::to_string(thread));
}

std::string NumberIn(const std::string& item, const std::string& attribute) {
  GetItemRequest request;
  request.table_name = kTable;
  request.key = Key(item);
  request.consistent_read = true;
  const auto response = TheDatabase().GetItem(request);
  if (!response.ok() || !response.value().item.has_value()) Fail(item + " is not there");
  const auto value = response.value().item->view().Find(attribute);
  return value.has_value() ? Number::FromBytes(value->bytes()).ToText() : "0";
}

UpdateItemRequest Take(const std::string& item) {
  UpdateItemRequest request;
  request.table_name = kTable;
  request.key = Key(item);
  request.update_expression = "SET available = available - :one";
  request.condition_expression = "available >= :one";
  request.expression_fields.values = ExpressionAttributeValues{{":one", AV::Number(1)}};
  return request;
}

void TakeRepeatedly(benchmark::State& state, const std::string& item) {
  const UpdateItemRequest request = Take(item);
  int64_t taken = 0;
  for (auto _ : state) {
    if (!TheDatabase().UpdateItem(request).ok()) Fail("a unit was refused although there are enough");
    ++taken;
  }
  successes += taken;
}

// All threads take units of one product.
void UnitsOfOneProduct(benchmark::State& state) { TakeRepeatedly(state, "STOCK"); }

// Each thread takes units of its own product: the cost of the same work without contention.
void UnitsOfManyProducts(benchmark::State& state) { TakeRepeatedly(state, ItemOfThread(state)); }

void CheckStock(const benchmark::State& state) {
  int64_t left = std::stoll(NumberIn("STOCK", "available"));
  for (int thread = 0; thread < state.threads(); ++thread) {
    left += std::stoll(NumberIn("ITEM#" + std::to_string(thread), "available"));
  }
  const int64_t sold = kStock * (1 + state.threads()) - left;
  if (sold != successes) {
    Fail(std::to_string(successes) + " units were sold and " + std::to_string(sold) + " are gone");
  }
}

// All threads increment one counter.
void HotCounter(benchmark::State& state) {
  UpdateItemRequest request;
  request.table_name = kTable;
  request.key = Key("COUNTER");
  request.update_expression = "ADD visits :one";
  request.expression_fields.values = ExpressionAttributeValues{{":one", AV::Number(1)}};
  int64_t added = 0;
  for (auto _ : state) {
    if (!TheDatabase().UpdateItem(request).ok()) Fail("an addition was refused");
    ++added;
  }
  successes += added;
}

void CheckCounter(const benchmark::State&) {
  if (NumberIn("COUNTER", "visits") != std::to_string(successes)) Fail("the counter is not the number of additions");
}

TransactWriteItemsRequest Book(int64_t slot, int thread) {
  TransactWriteItemsRequest request;
  request.transact_items.emplace(2);
  TransactWriteItem::Update& take = request.transact_items->front().update.emplace();
  take.table_name = kTable;
  take.key = Key(SlotNumbered(slot));
  take.update_expression = "SET booking = :booking";
  take.condition_expression = "attribute_not_exists(booking)";
  take.expression_fields.values = ExpressionAttributeValues{{":booking", AV::Number(thread)}};
  TransactWriteItem::Put& put = request.transact_items->back().put.emplace();
  put.table_name = kTable;
  put.item = Key("BOOKING#" + std::to_string(slot) + "#" + std::to_string(thread));
  put.condition_expression = "attribute_not_exists(pk)";
  return request;
}

// All threads try to book the slot on sale, with a transaction that updates the slot and puts a booking.
void OneSlotOnSale(benchmark::State& state) {
  int64_t won = 0;
  int64_t lost = 0;
  for (auto _ : state) {
    int64_t slot = slot_on_sale.load();
    if (TheDatabase().TransactWriteItems(Book(slot, state.thread_index())).ok()) {
      ++won;
      slot_on_sale.compare_exchange_strong(slot, slot + 1);
    } else {
      ++lost;
    }
  }
  successes += won;
  state.counters["refused"] = benchmark::Counter(static_cast<double>(lost), benchmark::Counter::kAvgIterations);
}

void CheckSlots(const benchmark::State&) {
  // The next slot goes on sale when one is booked, so equal numbers mean that no slot was booked twice.
  if (successes != slot_on_sale) {
    Fail(std::to_string(successes) + " bookings of " + std::to_string(slot_on_sale) + " slots");
  }
}

BENCHMARK(UnitsOfManyProducts)->Setup(SetUp)->Teardown(CheckStock)->ThreadRange(1, 4)->UseRealTime();
BENCHMARK(UnitsOfOneProduct)->Setup(SetUp)->Teardown(CheckStock)->ThreadRange(1, 4)->UseRealTime();
BENCHMARK(HotCounter)->Setup(SetUp)->Teardown(CheckCounter)->ThreadRange(1, 4)->UseRealTime();
BENCHMARK(OneSlotOnSale)->Setup(SetUp)->Teardown(CheckSlots)->ThreadRange(1, 4)->UseRealTime();

}  // namespace
}  // namespace holdfast
