#include "server/json/members/table_definition_json.h"

namespace holdfast::server {

void ReadAttributeDefinition(StructureReader& reader, AttributeDefinition& definition) {
  reader.String("AttributeName", &definition.attribute_name);
  reader.Enum("AttributeType", &definition.attribute_type);
}

void ReadKeySchemaElement(StructureReader& reader, KeySchemaElement& element) {
  reader.String("AttributeName", &element.attribute_name);
  reader.Enum("KeyType", &element.key_type);
}

void ReadProjection(StructureReader& reader, Projection& projection) {
  reader.StringList("NonKeyAttributes", &projection.non_key_attributes);
  reader.Enum("ProjectionType", &projection.projection_type);
}

void ReadProvisionedThroughput(StructureReader& reader, ProvisionedThroughput& throughput) {
  reader.Long("ReadCapacityUnits", &throughput.read_capacity_units);
  reader.Long("WriteCapacityUnits", &throughput.write_capacity_units);
}

void ReadOnDemandThroughput(StructureReader& reader, OnDemandThroughput& throughput) {
  reader.Long("MaxReadRequestUnits", &throughput.max_read_request_units);
  reader.Long("MaxWriteRequestUnits", &throughput.max_write_request_units);
}

void ReadWarmThroughput(StructureReader& reader, WarmThroughput& throughput) {
  reader.Long("ReadUnitsPerSecond", &throughput.read_units_per_second);
  reader.Long("WriteUnitsPerSecond", &throughput.write_units_per_second);
}

void ReadLocalSecondaryIndex(StructureReader& reader, LocalSecondaryIndex& index) {
  reader.StructureList("KeySchema", "KeySchemaElement", &index.key_schema, ReadKeySchemaElement);
  reader.Structure("Projection", "Projection", &index.projection, ReadProjection);
  reader.String("IndexName", &index.index_name);
}

void ReadGlobalSecondaryIndex(StructureReader& reader, GlobalSecondaryIndex& index) {
  reader.StructureList("KeySchema", "KeySchemaElement", &index.key_schema, ReadKeySchemaElement);
  reader.Structure("Projection", "Projection", &index.projection, ReadProjection);
  reader.Structure("ProvisionedThroughput", "ProvisionedThroughput", &index.provisioned_throughput,
                   ReadProvisionedThroughput);
  reader.Structure("OnDemandThroughput", "OnDemandThroughput", &index.on_demand_throughput, ReadOnDemandThroughput);
  reader.Structure("WarmThroughput", "WarmThroughput", &index.warm_throughput, ReadWarmThroughput);
  reader.String("IndexName", &index.index_name);
}

void ReadStreamSpecification(StructureReader& reader, StreamSpecification& stream) {
  reader.Boolean("StreamEnabled", &stream.stream_enabled);
  reader.Enum("StreamViewType", &stream.stream_view_type);
}

void ReadSseSpecification(StructureReader& reader, SseSpecification& sse) {
  reader.Boolean("Enabled", &sse.enabled);
  reader.Enum("SSEType", &sse.sse_type);
  reader.String("KMSMasterKeyId", &sse.kms_master_key_id);
}

void ReadTag(StructureReader& reader, Tag& tag) {
  reader.String("Key", &tag.key);
  reader.String("Value", &tag.value);
}

}  // namespace holdfast::server
