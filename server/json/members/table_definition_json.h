// Readers of the structures that define a table, for the operations whose requests have them. Used with
// StructureReader's Structure and StructureList.
#pragma once

#include "engine/schema/table_definition.h"
#include "server/json/json_reader.h"

namespace holdfast::server {

void ReadAttributeDefinition(StructureReader& reader, AttributeDefinition& definition);
void ReadKeySchemaElement(StructureReader& reader, KeySchemaElement& element);
void ReadProjection(StructureReader& reader, Projection& projection);
void ReadProvisionedThroughput(StructureReader& reader, ProvisionedThroughput& throughput);
void ReadOnDemandThroughput(StructureReader& reader, OnDemandThroughput& throughput);
void ReadWarmThroughput(StructureReader& reader, WarmThroughput& throughput);
void ReadLocalSecondaryIndex(StructureReader& reader, LocalSecondaryIndex& index);
void ReadGlobalSecondaryIndex(StructureReader& reader, GlobalSecondaryIndex& index);
void ReadStreamSpecification(StructureReader& reader, StreamSpecification& stream);
void ReadSseSpecification(StructureReader& reader, SseSpecification& sse);
void ReadTag(StructureReader& reader, Tag& tag);

}  // namespace holdfast::server
