#include <string_view>

#include "engine/base/enum_field.h"
#include "server/json/json_reader.h"
#include "server/json/json_writer.h"
#include "server/json/members/attribute_value_json.h"
#include "server/json/operations/streams/streams_json.h"

namespace holdfast::server {
namespace {

void WriteImage(std::string_view name, const ItemRef& image, JsonWriter* writer) {
  if (image == nullptr) return;
  writer->Name(name);
  WriteAttributeMap(image->attributes(), writer);
}

void WriteChange(const RecordDescription& record, JsonWriter* writer) {
  writer->BeginObject();
  writer->IntegerMember("ApproximateCreationDateTime", absl::ToUnixSeconds(record.time));
  writer->Name("Keys");
  WriteAttributeMap(record.keys, writer);
  WriteImage("NewImage", record.new_image, writer);
  WriteImage("OldImage", record.old_image, writer);
  writer->StringMember("SequenceNumber", record.sequence_number);
  writer->IntegerMember("SizeBytes", static_cast<int64_t>(record.size_bytes));
  writer->StringMember("StreamViewType", EnumField<StreamViewType>::TextOf(record.view_type));
  writer->EndObject();
}

void WriteRecord(const RecordDescription& record, std::string_view region, JsonWriter* writer) {
  writer->BeginObject();
  writer->StringMember("eventID", record.event_id);
  writer->StringMember("eventName", EnumField<EventName>::TextOf(record.event_name));
  writer->StringMember("eventVersion", "1.1");
  writer->StringMember("eventSource", "aws:dynamodb");
  writer->StringMember("awsRegion", region);
  writer->Name("dynamodb");
  WriteChange(record, writer);
  if (record.by_time_to_live) {
    writer->BeginObject("userIdentity");
    writer->StringMember("Type", "Service");
    writer->StringMember("PrincipalId", "dynamodb.amazonaws.com");
    writer->EndObject();
  }
  writer->EndObject();
}

}  // namespace

Decoded<GetRecordsRequest> DecodeGetRecords(const rapidjson::Value& body) {
  return DecodeStructure<GetRecordsRequest>(body, [](StructureReader& reader, GetRecordsRequest& request) {
    reader.String("ShardIterator", &request.shard_iterator);
    reader.Integer("Limit", &request.limit);
  });
}

void EncodeGetRecords(const GetRecordsResponse& response, std::string* body) {
  JsonWriter writer(body);
  writer.BeginObject();
  writer.BeginArray("Records");
  for (const RecordDescription& record : response.records) WriteRecord(record, response.aws_region, &writer);
  writer.EndArray();
  if (response.next_shard_iterator) writer.StringMember("NextShardIterator", *response.next_shard_iterator);
  writer.EndObject();
}

}  // namespace holdfast::server
