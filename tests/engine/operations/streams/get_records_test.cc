#include "engine/operations/streams/get_records.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "engine/operations/tables/delete_table.h"
#include "tests/engine/operations/streams/stream_table.h"

namespace holdfast::testing {
namespace {

using ::testing::IsEmpty;
using ::testing::SizeIs;

using Type = ShardIteratorType;

// A stream of one shard.
class GetRecordsTest : public ::testing::Test {
 protected:
  GetRecordsTest() : table_(WithStream(ProvisionedTable(kItems))) { shard_ = table_.Shards()[0].id; }

  void StoreMany(int count) {
    for (int i = 0; i < count; ++i) table_.Store(Key("p", std::to_string(i)));
  }
  std::string TrimHorizonIterator() { return table_.Iterator(shard_, Type::kTrimHorizon); }

  StreamTable table_;
  std::string shard_;
};

TEST_F(GetRecordsTest, PagesHoldAThousandRecordsWithoutALimit) {
  StoreMany(1'001);
  auto page = table_.Read(TrimHorizonIterator());
  ASSERT_EQ(Outcome(page), "ok");
  EXPECT_EQ(page->aws_region, "us-east-1");
  EXPECT_THAT(page->records, SizeIs(1'000));
  page = table_.Read(*page->next_shard_iterator);
  EXPECT_THAT(page->records, SizeIs(1));
  page = table_.Read(*page->next_shard_iterator);
  EXPECT_THAT(page->records, IsEmpty());
  EXPECT_TRUE(page->next_shard_iterator.has_value()) << "the shard is open";
  EXPECT_THAT(table_.Read(TrimHorizonIterator(), 3)->records, SizeIs(3));
}

TEST_F(GetRecordsTest, PagesHoldAMegabyte) {
  for (const char* sk : {"1", "2", "3", "4"}) table_.Store(ItemOfSize("p", sk, 400'000));
  // A record counts its keys and its images, so two of these records fit into a megabyte, and three do not.
  auto page = table_.Read(TrimHorizonIterator());
  EXPECT_THAT(page->records, SizeIs(2));
  page = table_.Read(*page->next_shard_iterator);
  EXPECT_THAT(page->records, SizeIs(2));
  page = table_.Read(*page->next_shard_iterator);
  EXPECT_THAT(page->records, IsEmpty());
}

TEST_F(GetRecordsTest, APageBeyondTheBudgetIsAbandonedAndCanBeReadWithoutOne) {
  // Each list has 50,000 values of two bytes.
  const AttributeValue list = AttributeValue::List(std::vector<AttributeValue>(50'000, AttributeValue::Null()));
  for (const char* sk : {"1", "2"}) table_.Store({{"pk", S("p")}, {"sk", S(sk)}, {"z", list}});
  const GetRecordsRequest request = {TrimHorizonIterator()};
  WorkBudget budget;
  EXPECT_EQ(Outcome(GetRecords(table_.state, request, &budget)),
            "WorkBudgetExhausted: The request needs more work than it was given");
  EXPECT_TRUE(budget.exhausted());
  EXPECT_THAT(GetRecords(table_.state, request)->records, SizeIs(2));
}

TEST_F(GetRecordsTest, APageOfManySmallRecordsIsWithinTheBudget) {
  StoreMany(1'000);
  WorkBudget budget;
  const auto page = GetRecords(table_.state, {TrimHorizonIterator()}, &budget);
  ASSERT_EQ(Outcome(page), "ok");
  EXPECT_THAT(page->records, SizeIs(1'000));
}

TEST_F(GetRecordsTest, APageOfManySmallRecordsOfControlCharactersIsBeyondTheBudget) {
  for (int i = 0; i < 1'000; ++i) {
    table_.Store({{"pk", S("p")}, {"sk", S(std::to_string(i))}, {"z", S(std::string(480, '\x01'))}});
  }
  WorkBudget budget;
  EXPECT_EQ(Outcome(GetRecords(table_.state, {TrimHorizonIterator()}, &budget)),
            "WorkBudgetExhausted: The request needs more work than it was given");
}

TEST_F(GetRecordsTest, AnIteratorCanBeUsedAgain) {
  StoreMany(2);
  const std::string iterator = TrimHorizonIterator();
  const auto once = table_.Read(iterator);
  const auto again = table_.Read(iterator);
  ASSERT_THAT(again->records, SizeIs(2));
  for (size_t i = 0; i < 2; ++i) EXPECT_EQ(once->records[i].event_id, again->records[i].event_id);
  EXPECT_EQ(once->next_shard_iterator, again->next_shard_iterator);
}

TEST_F(GetRecordsTest, AnIteratorLivesForFifteenMinutes) {
  const std::string iterator = TrimHorizonIterator();
  table_.clock->Advance(absl::Minutes(15));
  const auto page = table_.Read(iterator);
  EXPECT_EQ(Outcome(page), "ok");
  table_.clock->Advance(absl::Milliseconds(1));
  EXPECT_EQ(Outcome(table_.Read(iterator)),
            "ExpiredIterator: The shard iterator has expired and can no longer be used to retrieve stream records. A "
            "shard iterator expires 15 minutes after it is retrieved using the GetShardIterator action.");
  EXPECT_EQ(Outcome(table_.Read(*page->next_shard_iterator)), "ok") << "the next iterator has its own lifetime";
}

TEST_F(GetRecordsTest, AnIteratorAtATrimmedRecordIsRefused) {
  StoreMany(1);
  table_.clock->Advance(absl::Hours(3));
  table_.Store(Key("p", "later"));
  table_.clock->Advance(absl::Hours(21) - absl::Minutes(1));
  const std::string iterator = TrimHorizonIterator();
  const auto page = table_.Read(iterator, 1);
  ASSERT_THAT(page->records, SizeIs(1));
  table_.clock->Advance(absl::Minutes(2));
  EXPECT_EQ(Outcome(table_.Read(iterator)), "TrimmedDataAccess: The data you are trying to access has been trimmed");
  EXPECT_THAT(table_.Read(*page->next_shard_iterator)->records, SizeIs(1))
      << "an iterator after the trimmed record remains valid";
}

TEST_F(GetRecordsTest, AClosedShardHasAnEnd) {
  StoreMany(2);
  table_.clock->Advance(absl::Hours(4));
  EXPECT_THAT(table_.Shards(), SizeIs(2));
  auto page = table_.Read(TrimHorizonIterator(), 1);
  EXPECT_TRUE(page->next_shard_iterator.has_value());
  page = table_.Read(*page->next_shard_iterator, 1);
  EXPECT_THAT(page->records, SizeIs(1));
  EXPECT_EQ(page->next_shard_iterator, std::nullopt);
  page = table_.Read(table_.Iterator(shard_, Type::kLatest));
  EXPECT_THAT(page->records, IsEmpty());
  EXPECT_EQ(page->next_shard_iterator, std::nullopt);
}

TEST_F(GetRecordsTest, TheStreamOfADeletedTableIsReadToItsEnd) {
  StoreMany(2);
  const std::string iterator = TrimHorizonIterator();
  ASSERT_EQ(Outcome(DeleteTable(table_.state, {kItems})), "ok");
  const auto page = table_.Read(iterator);
  ASSERT_EQ(Outcome(page), "ok");
  EXPECT_THAT(page->records, SizeIs(2));
  EXPECT_EQ(page->next_shard_iterator, std::nullopt);
}

TEST_F(GetRecordsTest, ADroppedStreamIsNotFound) {
  ASSERT_EQ(Outcome(DeleteTable(table_.state, {kItems})), "ok");
  table_.clock->Advance(absl::Hours(24) - absl::Minutes(1));
  const std::string iterator = TrimHorizonIterator();
  table_.clock->Advance(absl::Minutes(2));
  EXPECT_EQ(Outcome(table_.Read(iterator)),
            "ResourceNotFound: Requested resource not found: Stream: " + kItemsStreamArn + " not found");
}

TEST_F(GetRecordsTest, AShardThatIsGoneIsNotFound) {
  table_.clock->Advance(absl::Hours(28) - absl::Minutes(1));
  const std::string iterator = TrimHorizonIterator();
  table_.clock->Advance(absl::Minutes(2));
  EXPECT_EQ(Outcome(table_.Read(iterator)), "ResourceNotFound: Requested resource not found: Shard does not exist");
}

TEST_F(GetRecordsTest, RefusesBadMembers) {
  const std::string one_error = "1 validation error detected: Value ";
  const std::string failed = " failed to satisfy constraint: Member must ";
  const std::string iterator = TrimHorizonIterator();
  std::string forged = iterator;
  forged[forged.size() / 2] = forged[forged.size() / 2] == 'A' ? 'B' : 'A';
  const std::pair<GetRecordsRequest, std::string> kCases[] = {
      {{{}, {}}, one_error + "null at 'shardIterator'" + failed + "not be null"},
      {{"", {}}, one_error + "'' at 'shardIterator'" + failed + "have length greater than or equal to 1"},
      {{std::string(2'049, 'x'), {}},
       one_error + "'" + std::string(2'049, 'x') + "' at 'shardIterator'" + failed +
           "have length less than or equal to 2048"},
      {{iterator, 0}, one_error + "'0' at 'limit'" + failed + "have value greater than or equal to 1"},
      {{iterator, -1}, one_error + "'-1' at 'limit'" + failed + "have value greater than or equal to 1"},
      {{iterator, 1'001}, one_error + "'1001' at 'limit'" + failed + "have value less than or equal to 1000"},
      {{"nonsense", {}}, "Invalid ShardIterator"},
      {{forged, {}}, "Invalid ShardIterator"},
  };
  for (const auto& [request, outcome] : kCases) EXPECT_EQ(Outcome(GetRecords(table_.state, request)), outcome);
}

}  // namespace
}  // namespace holdfast::testing
