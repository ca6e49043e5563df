#include "engine/operations/streams/get_shard_iterator.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/engine/operations/streams/stream_table.h"

namespace holdfast::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

using Type = ShardIteratorType;

// A stream of one shard with the puts of p/1, p/2 and p/3.
class GetShardIteratorTest : public ::testing::Test {
 protected:
  GetShardIteratorTest() : table_(WithStream(ProvisionedTable(kItems))) {
    shard_ = table_.Shards()[0].id;
    for (const char* sk : {"1", "2", "3"}) table_.Store(Key("p", sk));
    for (const RecordDescription& record : table_.Records()) numbers_.push_back(record.sequence_number);
  }

  // The sort keys of the records from the iterator on.
  std::vector<std::string> ReadFrom(const std::string& iterator) {
    const auto page = table_.Read(iterator);
    if (!page.ok()) return {Outcome(page)};
    std::vector<std::string> found;
    for (const RecordDescription& record : page->records) {
      found.emplace_back(record.keys.Find("sk")->bytes());
    }
    return found;
  }

  StreamTable table_;
  std::string shard_;
  std::vector<std::string> numbers_;
};

TEST_F(GetShardIteratorTest, EachTypeStartsAtItsRecord) {
  ASSERT_THAT(numbers_, SizeIs(3));
  EXPECT_THAT(ReadFrom(table_.Iterator(shard_, Type::kTrimHorizon)), ElementsAre("1", "2", "3"));
  EXPECT_THAT(ReadFrom(table_.Iterator(shard_, Type::kAtSequenceNumber, numbers_[1])), ElementsAre("2", "3"));
  EXPECT_THAT(ReadFrom(table_.Iterator(shard_, Type::kAfterSequenceNumber, numbers_[1])), ElementsAre("3"));
  EXPECT_THAT(ReadFrom(table_.Iterator(shard_, Type::kAfterSequenceNumber, numbers_[2])), IsEmpty());
  // Leading zeros do not matter.
  EXPECT_THAT(ReadFrom(table_.Iterator(shard_, Type::kAtSequenceNumber, "000" + numbers_[2])), ElementsAre("3"));
  const std::string latest = table_.Iterator(shard_, Type::kLatest);
  EXPECT_THAT(ReadFrom(latest), IsEmpty());
  table_.Store(Key("p", "4"));
  EXPECT_THAT(ReadFrom(latest), ElementsAre("4"));
}

TEST_F(GetShardIteratorTest, ATrimmedRecordIsRefused) {
  table_.clock->Advance(absl::Hours(3));
  table_.Store(Key("p", "4"));
  const std::string fourth = table_.Records().back().sequence_number;
  table_.clock->Advance(absl::Hours(21) + absl::Milliseconds(1));
  const std::string trimmed = "TrimmedDataAccess: The data you are trying to access has been trimmed";
  EXPECT_EQ(table_.Iterator(shard_, Type::kAtSequenceNumber, numbers_[2]), trimmed);
  EXPECT_EQ(table_.Iterator(shard_, Type::kAfterSequenceNumber, numbers_[2]), trimmed);
  EXPECT_THAT(ReadFrom(table_.Iterator(shard_, Type::kAtSequenceNumber, fourth)), ElementsAre("4"));
  EXPECT_THAT(ReadFrom(table_.Iterator(shard_, Type::kTrimHorizon)), ElementsAre("4"));
}

TEST_F(GetShardIteratorTest, RefusesBadMembers) {
  const std::string one_error = "1 validation error detected: Value ";
  const std::string failed = " failed to satisfy constraint: Member must ";
  const std::string invalid = "One or more parameter values were invalid: ";
  const std::string other_arn = kItemsStreamArn + "0";
  const std::string digits(21, '1');
  const EnumField<Type> nothing;
  const EnumField<Type> unknown = EnumField<Type>::FromText("NEWEST");
  const std::pair<GetShardIteratorRequest, std::string> kCases[] = {
      {{{}, shard_, Type::kLatest, {}}, one_error + "null at 'streamArn'" + failed + "not be null"},
      {{kItemsStreamArn, {}, Type::kLatest, {}}, one_error + "null at 'shardId'" + failed + "not be null"},
      {{kItemsStreamArn, shard_, nothing, {}}, one_error + "null at 'shardIteratorType'" + failed + "not be null"},
      {{kItemsStreamArn, shard_, unknown, {}},
       one_error + "'NEWEST' at 'shardIteratorType'" + failed +
           "satisfy enum value set: [TRIM_HORIZON, LATEST, AT_SEQUENCE_NUMBER, AFTER_SEQUENCE_NUMBER]"},
      {{kItemsStreamArn, "s", Type::kLatest, {}},
       one_error + "'s' at 'shardId'" + failed + "have length greater than or equal to 28"},
      {{kItemsStreamArn, std::string(66, 's'), Type::kLatest, {}},
       one_error + "'" + std::string(66, 's') + "' at 'shardId'" + failed + "have length less than or equal to 65"},
      {{kItemsStreamArn, shard_, Type::kAtSequenceNumber, "1"},
       one_error + "'1' at 'sequenceNumber'" + failed + "have length greater than or equal to 21"},
      {{kItemsStreamArn, shard_, Type::kAtSequenceNumber, std::string(41, '1')},
       one_error + "'" + std::string(41, '1') + "' at 'sequenceNumber'" + failed +
           "have length less than or equal to 40"},
      {{kItemsStreamArn, shard_, Type::kAtSequenceNumber, std::string(21, 'x')}, "Invalid SequenceNumber"},
      {{kItemsStreamArn, shard_, Type::kAtSequenceNumber, {}},
       invalid + "SequenceNumber is required when ShardIteratorType is AT_SEQUENCE_NUMBER"},
      {{kItemsStreamArn, shard_, Type::kAfterSequenceNumber, {}},
       invalid + "SequenceNumber is required when ShardIteratorType is AFTER_SEQUENCE_NUMBER"},
      {{kItemsStreamArn, shard_, Type::kLatest, digits},
       invalid + "SequenceNumber must not be specified when ShardIteratorType is LATEST"},
      {{kItemsStreamArn, shard_, Type::kTrimHorizon, digits},
       invalid + "SequenceNumber must not be specified when ShardIteratorType is TRIM_HORIZON"},
      {{"no-arn", "s", unknown, {}}, "Invalid StreamArn"},
      {{other_arn, shard_, Type::kLatest, {}},
       "ResourceNotFound: Requested resource not found: Stream: " + other_arn + " not found"},
      {{kItemsStreamArn, "shardId-00000000000000000000-00000000", Type::kLatest, {}},
       "ResourceNotFound: Requested resource not found: Shard does not exist"},
      // Of a shard id only the length is validated, not its form.
      {{kItemsStreamArn, std::string(28, 's'), Type::kLatest, {}},
       "ResourceNotFound: Requested resource not found: Shard does not exist"},
      {{kItemsStreamArn, std::string(65, '!'), Type::kLatest, {}},
       "ResourceNotFound: Requested resource not found: Shard does not exist"},
  };
  for (const auto& [request, outcome] : kCases) EXPECT_EQ(table_.Iterator(request), outcome);
}

}  // namespace
}  // namespace holdfast::testing
