#include "engine/streams/record_description.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "tests/engine/streams/streams.h"

namespace holdfast {
namespace {

const ItemRef kOld = Item::Create(AttributeMap{{"pk", AttributeValue::String("a")}});
const ItemRef kNew =
    Item::Create(AttributeMap{{"pk", AttributeValue::String("a")}, {"n", AttributeValue::String("12")}});
constexpr size_t kKeysBytes = 3;
constexpr size_t kOldBytes = 3;
constexpr size_t kNewBytes = 6;

RecordDescription Describe(StreamViewType view_type, ItemRef before, ItemRef after) {
  TableStream::Identity identity = IdentityOf("Slots", "label");
  identity.view_type = view_type;
  return DescribeRecord(identity, "shard",
                        {.number = At(9), .time = kNoon, .before = std::move(before), .after = std::move(after)});
}

TEST(RecordDescriptionTest, ViewTypeAndEventDetermineTheImages) {
  using View = StreamViewType;
  using Event = EventName;
  const struct {
    View view_type;
    Event event;
    bool has_new_image;
    bool has_old_image;
  } kCases[] = {
      {View::kKeysOnly, Event::kInsert, false, false},      {View::kKeysOnly, Event::kModify, false, false},
      {View::kKeysOnly, Event::kRemove, false, false},      {View::kNewImage, Event::kInsert, true, false},
      {View::kNewImage, Event::kModify, true, false},       {View::kNewImage, Event::kRemove, false, false},
      {View::kOldImage, Event::kInsert, false, false},      {View::kOldImage, Event::kModify, false, true},
      {View::kOldImage, Event::kRemove, false, true},       {View::kNewAndOldImages, Event::kInsert, true, false},
      {View::kNewAndOldImages, Event::kModify, true, true}, {View::kNewAndOldImages, Event::kRemove, false, true},
  };
  for (const auto& test_case : kCases) {
    SCOPED_TRACE(std::string(EnumField<View>::TextOf(test_case.view_type)) + " " +
                 std::string(EnumField<Event>::TextOf(test_case.event)));
    const RecordDescription record = Describe(test_case.view_type, test_case.event == Event::kInsert ? nullptr : kOld,
                                              test_case.event == Event::kRemove ? nullptr : kNew);
    EXPECT_EQ(record.event_name, test_case.event);
    EXPECT_EQ(record.view_type, test_case.view_type);
    EXPECT_EQ(record.keys.view(), kOld->attributes());
    // The images are shared with the items, not copied.
    EXPECT_EQ(record.new_image.get(), test_case.has_new_image ? kNew.get() : nullptr);
    EXPECT_EQ(record.old_image.get(), test_case.has_old_image ? kOld.get() : nullptr);
    EXPECT_EQ(record.size_bytes,
              kKeysBytes + (test_case.has_new_image ? kNewBytes : 0) + (test_case.has_old_image ? kOldBytes : 0));
    EXPECT_EQ(record.sequence_number, At(9).ToText());
    EXPECT_EQ(record.time, kNoon);
  }
}

// The example of a record's size in DynamoDB's documentation.
TEST(RecordDescriptionTest, KeysAreCountedAgainInTheImage) {
  TableStream::Identity identity = IdentityOf("Slots", "label");
  identity.key.hash = {{"id", ScalarAttributeType::kString}};
  const ItemRef item = Item::Create(AttributeMap{{"id", AttributeValue::String("test")}});
  EXPECT_EQ(
      DescribeRecord(identity, "shard", {.number = At(1), .time = kNoon, .before = nullptr, .after = item}).size_bytes,
      12u);
}

TEST(RecordDescriptionTest, TheEventIdDependsOnStreamShardAndRecordAlone) {
  const StreamRecord record{.number = At(1), .time = kNoon, .before = nullptr, .after = kNew};
  const StreamRecord later{.number = At(2), .time = kNoon, .before = nullptr, .after = kNew};
  const TableStream::Identity stream = IdentityOf("Slots", "a");
  const std::string id = DescribeRecord(stream, "shard", record).event_id;
  EXPECT_EQ(id.size(), 32u);
  EXPECT_EQ(id.find_first_not_of("0123456789abcdef"), std::string::npos) << id;
  EXPECT_EQ(DescribeRecord(stream, "shard", record).event_id, id);
  const std::set<std::string> ids = {id, DescribeRecord(stream, "shard", later).event_id,
                                     DescribeRecord(stream, "other", record).event_id,
                                     DescribeRecord(IdentityOf("Slots", "b"), "shard", record).event_id};
  EXPECT_EQ(ids.size(), 4u);
}

}  // namespace
}  // namespace holdfast
