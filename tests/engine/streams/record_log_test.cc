#include "engine/streams/record_log.h"

#include <gtest/gtest.h>

#include "engine/base/stored_bytes.h"
#include "engine/values/attribute_value.h"

namespace holdfast {
namespace {

StreamRecord Numbered(uint64_t commit) {
  return {.number = SequenceNumber(commit, 0), .time = absl::UnixEpoch(), .before = nullptr, .after = nullptr};
}

TEST(RecordLogTest, KeepsRecordsInOrderAcrossLevels) {
  RecordLog log;
  for (uint64_t i = 0; i < 40'000; ++i) log.Append(Numbered(i));
  for (uint64_t i = 0; i < 40'000; ++i) ASSERT_EQ(log[i].number, SequenceNumber(i, 0));
  EXPECT_EQ(log.LowerBound(SequenceNumber(12'345, 1)), 12'346u);
}

TEST(RecordLogTest, ACopyDoesNotSeeLaterChanges) {
  RecordLog log;
  for (uint64_t i = 0; i < 1'000; ++i) log.Append(Numbered(i));
  const RecordLog copy = log;
  for (uint64_t i = 1'000; i < 2'000; ++i) log.Append(Numbered(i));
  while (log.begin() < 1'500) log.DropFront();
  EXPECT_EQ(copy.end(), 1'000u);
  for (uint64_t i = 0; i < 1'000; ++i) ASSERT_EQ(copy[i].number, SequenceNumber(i, 0));
  for (uint64_t i = 1'500; i < 2'000; ++i) ASSERT_EQ(log[i].number, SequenceNumber(i, 0));
}

// Allows for what threads have counted but not yet added to the total.
constexpr size_t kUncounted = 1 << 17;

TEST(RecordLogTest, ItsNodesAndThoseThatACopyKeepsAreCounted) {
  constexpr uint64_t kRecords = 40'000;
  constexpr size_t kBytes = kRecords * sizeof(StreamRecord);
  const size_t before = StoredBytes::Total();
  {
    RecordLog log;
    for (uint64_t i = 0; i < kRecords; ++i) log.Append(Numbered(i));
    const size_t full = StoredBytes::Total();
    EXPECT_GT(full + kUncounted, before + kBytes);
    EXPECT_LT(full, before + kBytes + kBytes / 10 + kUncounted);
    const RecordLog copy = log;
    while (!log.empty()) log.DropFront();
    EXPECT_GT(StoredBytes::Total() + kUncounted, full) << "the copy keeps the records";
  }
  EXPECT_LT(StoredBytes::Total(), before + kUncounted);
}

TEST(RecordLogTest, CanBeEmptiedAndUsedAgain) {
  RecordLog log;
  for (uint64_t i = 0; i < 100; ++i) {
    log.Append(Numbered(i));
    log.DropFront();
  }
  EXPECT_TRUE(log.empty());
  log.Append(Numbered(100));
  EXPECT_EQ(log.back().number, SequenceNumber(100, 0));
}

// True if `item` is the only reference to its item, so that the log has no reference to it.
bool IsReleased(const ItemRef& item) { return item.unique(); }

ItemRef SomeItem() { return Item::Create(AttributeMap{{"pk", AttributeValue::String("a")}}); }

StreamRecord NumberedWith(uint64_t commit, const ItemRef& item) {
  StreamRecord record = Numbered(commit);
  record.after = item;
  return record;
}

TEST(RecordLogTest, AnEmptiedLogReleasesItsRecords) {
  for (const uint64_t count : {1u, 31u, 32u, 33u, 1'024u, 1'025u}) {
    const ItemRef item = SomeItem();
    RecordLog log;
    for (uint64_t i = 0; i < count; ++i) log.Append(NumberedWith(i, item));
    EXPECT_FALSE(IsReleased(item));
    while (!log.empty()) log.DropFront();
    EXPECT_TRUE(IsReleased(item)) << count << " records";
  }
}

TEST(RecordLogTest, TreeLeavesBeforeTheFrontAreReleased) {
  const ItemRef item = SomeItem();
  RecordLog log;
  for (uint64_t i = 0; i < 32; ++i) log.Append(NumberedWith(i, item));
  for (uint64_t i = 32; i < 2'000; ++i) log.Append(Numbered(i));
  while (log.begin() < 32) log.DropFront();
  EXPECT_TRUE(IsReleased(item));
}

TEST(RecordLogTest, PositionsContinueAfterItWasEmptied) {
  RecordLog log;
  for (uint64_t i = 0; i < 50; ++i) log.Append(Numbered(i));
  while (!log.empty()) log.DropFront();
  EXPECT_EQ(log.begin(), 50u);
  for (uint64_t i = 50; i < 3'000; ++i) log.Append(Numbered(i));
  while (log.begin() < 1'500) log.DropFront();
  for (uint64_t i = 1'500; i < 3'000; ++i) ASSERT_EQ(log[i].number, SequenceNumber(i, 0));
  EXPECT_EQ(log.LowerBound(SequenceNumber(2'000, 0)), 2'000u);
  EXPECT_EQ(log.LowerBound(SequenceNumber(0, 0)), 1'500u);
  EXPECT_EQ(log.LowerBound(SequenceNumber(3'000, 0)), 3'000u);
}

TEST(RecordLogTest, ACopyOutlivesTheEmptyingOfTheOriginal) {
  RecordLog log;
  for (uint64_t i = 0; i < 100; ++i) log.Append(Numbered(i));
  const RecordLog copy = log;
  while (!log.empty()) log.DropFront();
  log.Append(Numbered(100));
  for (uint64_t i = 0; i < 100; ++i) ASSERT_EQ(copy[i].number, SequenceNumber(i, 0));
}

TEST(SequenceNumberTest, TextsCompareAsIntegers) {
  const SequenceNumber number(42, 7);
  EXPECT_EQ(number.ToText().size(), 21u);
  EXPECT_EQ(SequenceNumber::Parse(number.ToText()), number);
  EXPECT_EQ(SequenceNumber::Parse("000" + number.ToText()), number);
  EXPECT_LT(*SequenceNumber::Parse(std::string(21, '0')), number);
  EXPECT_GT(*SequenceNumber::Parse(std::string(40, '9')), number);
  EXPECT_FALSE(SequenceNumber::Parse("12").has_value());
  EXPECT_FALSE(SequenceNumber::Parse(std::string(20, '1') + "x").has_value());
}

}  // namespace
}  // namespace holdfast
