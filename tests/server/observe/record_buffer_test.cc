#include "server/observe/record_buffer.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace holdfast::server {
namespace {

RequestRecord Record(int status, std::string_view error) {
  RequestRecord record;
  record.status = status;
  record.texts.Add(RecordField::kOperation, "PutItem", record_limits::kNameBytesMax);
  record.texts.Add(RecordField::kError, error, record_limits::kNameBytesMax);
  return record;
}

TEST(RecordBufferTest, RecordsAreReadAsTheyWereAdded) {
  RecordBuffer buffer;
  const std::string long_text(1'000, 'x');
  buffer.Add(Record(200, ""));
  buffer.Add(Record(400, long_text));
  buffer.Add(RequestRecord());
  EXPECT_EQ(buffer.count(), 3u);
  std::vector<RecordView> records;
  buffer.AppendTo(&records);
  ASSERT_EQ(records.size(), 3u);
  EXPECT_EQ(records[0].status, 200);
  EXPECT_EQ(records[0].texts, Record(200, "").texts.bytes());
  EXPECT_EQ(records[1].status, 400);
  std::string_view rest = records[1].texts;
  EXPECT_EQ(RecordTexts::Take(&rest).text, "PutItem");
  const RecordTexts::Entry error = RecordTexts::Take(&rest);
  EXPECT_EQ(error.text, long_text.substr(0, record_limits::kNameBytesMax));
  EXPECT_TRUE(error.cut);
  EXPECT_TRUE(rest.empty());
  EXPECT_EQ(records[2].texts, "");

  buffer.Clear();
  EXPECT_EQ(buffer.count(), 0u);
  records.clear();
  buffer.AppendTo(&records);
  EXPECT_TRUE(records.empty());
}

TEST(RecordBufferTest, TextsOfAnEarlierAttemptAreRemoved) {
  RequestRecord record = Record(200, "");
  const size_t head = record.texts.bytes().size();
  record.texts.Add(RecordField::kTable, std::string(5'000, 't'), 10'000);
  record.texts.TruncateTo(head);
  EXPECT_EQ(record.texts.bytes(), Record(200, "").texts.bytes());
  record.texts.Clear();
  EXPECT_EQ(record.texts.bytes(), "");
  record.texts.Add(RecordField::kTable, "t", 10);
  EXPECT_EQ(record.texts.bytes().size(), 6u) << "five bytes before the text of each entry, and the text";
}

}  // namespace
}  // namespace holdfast::server
