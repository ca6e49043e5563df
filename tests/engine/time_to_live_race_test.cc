// Renewals of items race with the sweep of expired items: either the renewal or the deletion happens, as a whole. Also
// meant for ThreadSanitizer.
#include <gtest/gtest.h>

#include <atomic>
#include <barrier>
#include <string>
#include <thread>
#include <vector>

#include "engine/engine.h"
#include "engine/operations.h"
#include "tests/engine/schema/table_definitions.h"

namespace holdfast {
namespace {

using AV = AttributeValue;

constexpr char kTable[] = "Holds";
constexpr int64_t kNow = 1'791'540'000;

class TimeToLiveRaceTest : public testing::Test {
 protected:
  TimeToLiveRaceTest() {
    TableDefinition definition = PlainTable(kTable);
    definition.attribute_definitions = {Define("pk"), Define("holder")};
    definition.key_schema = {Hash("pk")};
    definition.global_secondary_indexes = {GlobalIndexOf("by_holder", {Hash("holder")})};
    EXPECT_TRUE(database_.CreateTable(definition).ok());
    SetTimeToLive(true);
  }

  void SetTimeToLive(bool enabled) {
    ASSERT_TRUE(database_.UpdateTimeToLive({kTable, TimeToLiveSpecification{enabled, "expires"}}).ok());
  }
  void PutExpired(const std::string& pk) {
    PutItemRequest request;
    request.table_name = kTable;
    request.item = AttributeMap{{"pk", AV::String(pk)}, {"holder", AV::String("h")}, {"expires", AV::Number(kNow - 1)}};
    ASSERT_TRUE(database_.PutItem(request).ok());
  }
  // False if the condition failed because the item had been deleted.
  bool Renew(const std::string& pk) {
    UpdateItemRequest request;
    request.table_name = kTable;
    request.key = AttributeMap{{"pk", AV::String(pk)}};
    request.update_expression = "SET expires = :later";
    request.condition_expression = "attribute_exists(pk)";
    request.expression_fields.values = ExpressionAttributeValues{{":later", AV::Number(kNow + 60)}};
    const Result<UpdateItemResponse> response = database_.UpdateItem(request);
    EXPECT_TRUE(response.ok() || response.error().kind == ErrorKind::kConditionalCheckFailed);
    return response.ok();
  }
  bool Exists(const std::string& pk) {
    GetItemRequest request;
    request.table_name = kTable;
    request.key = AttributeMap{{"pk", AV::String(pk)}};
    return database_.GetItem(request)->item.has_value();
  }
  size_t Count(std::optional<std::string> index = std::nullopt) {
    ScanRequest request;
    request.table_name = kTable;
    request.index_name = std::move(index);
    return database_.Scan(request)->count;
  }

  std::shared_ptr<VirtualClock> clock_ = std::make_shared<VirtualClock>(absl::FromUnixSeconds(kNow));
  Engine engine_{{}, clock_, 1};
  Database& database_ = engine_.database("000000000000", "us-east-1");
};

std::string Name(int number) { return "hold" + std::to_string(number); }

TEST_F(TimeToLiveRaceTest, AnItemIsEitherRenewedOrDeleted) {
  constexpr int kRounds = 300;
  constexpr int kHolds = 16;
  for (int round = 0; round < kRounds; ++round) {
    for (int i = 0; i < kHolds; ++i) PutExpired(Name(i));
    std::vector<bool> renewed(kHolds);
    size_t deleted = 0;
    std::barrier start(2);
    std::thread sweeper([&] {
      start.arrive_and_wait();
      deleted = database_.SweepExpiredItems();
    });
    start.arrive_and_wait();
    for (int i = 0; i < kHolds; ++i) renewed[static_cast<size_t>(i)] = Renew(Name(i));
    sweeper.join();

    size_t kept = 0;
    for (int i = 0; i < kHolds; ++i) {
      const bool expected = renewed[static_cast<size_t>(i)];
      ASSERT_EQ(Exists(Name(i)), expected) << "round " << round << ", item " << i;
      if (expected) ++kept;
    }
    ASSERT_EQ(deleted + kept, static_cast<size_t>(kHolds)) << "round " << round;
    ASSERT_EQ(Count("by_holder"), kept) << "round " << round;
  }
}

TEST_F(TimeToLiveRaceTest, TwoSweepsDeleteEachItemOnce) {
  constexpr int kRounds = 50;
  constexpr int kHolds = 200;
  for (int round = 0; round < kRounds; ++round) {
    for (int i = 0; i < kHolds; ++i) PutExpired(Name(i));
    std::atomic<size_t> deleted{0};
    std::barrier start(2);
    std::thread other([&] {
      start.arrive_and_wait();
      deleted += database_.SweepExpiredItems();
    });
    start.arrive_and_wait();
    deleted += database_.SweepExpiredItems();
    other.join();
    ASSERT_EQ(deleted, static_cast<size_t>(kHolds)) << "round " << round;
    ASSERT_EQ(Count(), 0u);
  }
}

// A sweep may have found expired items before time to live was disabled. It must not delete items that were written in
// their place afterwards.
TEST_F(TimeToLiveRaceTest, NothingWrittenAfterDisablingIsDeleted) {
  constexpr int kRounds = 100;
  constexpr int kHolds = 64;
  for (int round = 0; round < kRounds; ++round) {
    for (int i = 0; i < kHolds; ++i) PutExpired(Name(i));
    std::barrier start(2);
    std::thread sweeper([&] {
      start.arrive_and_wait();
      database_.SweepExpiredItems();
    });
    start.arrive_and_wait();
    SetTimeToLive(false);
    for (int i = 0; i < kHolds; ++i) PutExpired(Name(i));
    sweeper.join();
    ASSERT_EQ(Count(), static_cast<size_t>(kHolds)) << "round " << round;
    SetTimeToLive(true);
  }
}

}  // namespace
}  // namespace holdfast
