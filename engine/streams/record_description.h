// A record as GetRecords returns it: the stream's view type decides which images it includes.
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_streams_Record.html
#pragma once

#include <string>
#include <string_view>

#include "absl/time/time.h"
#include "engine/base/enum_field.h"
#include "engine/schema/table_definition.h"
#include "engine/streams/stream_record.h"
#include "engine/streams/table_stream.h"
#include "engine/values/attribute_value.h"
#include "engine/values/item.h"

namespace holdfast {

enum class EventName { kInsert, kModify, kRemove };
template <>
struct EnumNames<EventName> {
  using E = EventName;
  static constexpr EnumName<E> kNames[] = {{E::kInsert, "INSERT"}, {E::kModify, "MODIFY"}, {E::kRemove, "REMOVE"}};
};

struct RecordDescription {
  // 32 hexadecimal digits, determined by the stream, the shard and the sequence number.
  std::string event_id;
  EventName event_name = EventName::kInsert;
  absl::Time time;
  AttributeMap keys;
  // The stored items themselves; null if the record does not include them.
  ItemRef new_image;
  ItemRef old_image;
  std::string sequence_number;
  // The size of the keys and of the included images.
  size_t size_bytes = 0;
  StreamViewType view_type = StreamViewType::kNewAndOldImages;
  bool by_time_to_live = false;
};

RecordDescription DescribeRecord(const TableStream::Identity& stream, std::string_view shard_id,
                                 const StreamRecord& record);

}  // namespace holdfast
