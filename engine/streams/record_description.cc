#include "engine/streams/record_description.h"

#include <utility>

#include "engine/streams/hex_digest.h"
#include "engine/values/value_builder.h"

namespace holdfast {
namespace {

EventName EventNameOf(const StreamRecord& record) {
  if (record.before == nullptr) return EventName::kInsert;
  return record.after == nullptr ? EventName::kRemove : EventName::kModify;
}

AttributeMap KeysOf(const KeySchema& key, AttributeMapView item) {
  ValueBuilder builder(ValueBuilder::Root::kMap);
  builder.BeginMap();
  for (const auto& [name, value] : item) {
    if (key.Find(name) == nullptr) continue;
    builder.Name(name);
    builder.Value(value);
  }
  builder.EndMap();
  return std::move(builder).TakeMap();
}

bool IncludesNewImage(StreamViewType view_type) {
  return view_type == StreamViewType::kNewImage || view_type == StreamViewType::kNewAndOldImages;
}
bool IncludesOldImage(StreamViewType view_type) {
  return view_type == StreamViewType::kOldImage || view_type == StreamViewType::kNewAndOldImages;
}

std::string EventId(const TableStream::Identity& stream, std::string_view shard_id,
                    const std::string& sequence_number) {
  return HexDigest(stream.arn + '|' + std::string(shard_id) + '|' + sequence_number);
}

}  // namespace

RecordDescription DescribeRecord(const TableStream::Identity& stream, std::string_view shard_id,
                                 const StreamRecord& record) {
  RecordDescription description;
  description.sequence_number = record.number.ToText();
  description.event_id = EventId(stream, shard_id, description.sequence_number);
  description.event_name = EventNameOf(record);
  description.time = record.time;
  description.view_type = stream.view_type;
  description.by_time_to_live = record.by_time_to_live;
  const ItemRef& item = record.after != nullptr ? record.after : record.before;
  description.keys = KeysOf(stream.key, item->attributes());
  if (IncludesNewImage(stream.view_type)) description.new_image = record.after;
  if (IncludesOldImage(stream.view_type)) description.old_image = record.before;
  description.size_bytes = description.keys.view().size_bytes();
  for (const ItemRef& image : {description.new_image, description.old_image}) {
    if (image != nullptr) description.size_bytes += image->size_bytes();
  }
  return description;
}

}  // namespace holdfast
