#include "server/json/members/table_description_json.h"

#include <optional>
#include <string>
#include <string_view>

#include "engine/base/enum_field.h"
#include "engine/tables/arn.h"

namespace holdfast::server {
namespace {

template <typename E>
void WriteEnum(std::string_view name, E value, JsonWriter* writer) {
  writer->StringMember(name, EnumField<E>::TextOf(value));
}

void WriteInteger(std::string_view name, uint64_t value, JsonWriter* writer) {
  writer->IntegerMember(name, static_cast<int64_t>(value));
}

void WriteAttributeDefinitions(const std::vector<KeyAttribute>& attributes, JsonWriter* writer) {
  writer->BeginArray("AttributeDefinitions");
  for (const KeyAttribute& attribute : attributes) {
    writer->BeginObject();
    writer->StringMember("AttributeName", attribute.name);
    WriteEnum("AttributeType", attribute.type, writer);
    writer->EndObject();
  }
  writer->EndArray();
}

void WriteKeyElements(const std::vector<KeyAttribute>& attributes, std::string_view key_type, JsonWriter* writer) {
  for (const KeyAttribute& attribute : attributes) {
    writer->BeginObject();
    writer->StringMember("AttributeName", attribute.name);
    writer->StringMember("KeyType", key_type);
    writer->EndObject();
  }
}

void WriteProvisionedThroughput(const ThroughputUnits& units, const ThroughputHistory& history, JsonWriter* writer) {
  writer->BeginObject("ProvisionedThroughput");
  if (history.last_increase) writer->TimeMember("LastIncreaseDateTime", *history.last_increase);
  if (history.last_decrease) writer->TimeMember("LastDecreaseDateTime", *history.last_decrease);
  writer->IntegerMember("NumberOfDecreasesToday", history.decreases);
  writer->IntegerMember("ReadCapacityUnits", units.read);
  writer->IntegerMember("WriteCapacityUnits", units.write);
  writer->EndObject();
}

void WriteWarmThroughput(const std::optional<WarmThroughputDescription>& warm, JsonWriter* writer) {
  if (!warm) return;
  writer->BeginObject("WarmThroughput");
  writer->IntegerMember("ReadUnitsPerSecond", warm->units.read);
  writer->IntegerMember("WriteUnitsPerSecond", warm->units.write);
  WriteEnum("Status", warm->status, writer);
  writer->EndObject();
}

void WriteBillingModeSummary(const std::optional<BillingModeSummary>& summary, JsonWriter* writer) {
  if (!summary) return;
  writer->BeginObject("BillingModeSummary");
  WriteEnum("BillingMode", summary->billing_mode, writer);
  if (summary->last_update_to_pay_per_request) {
    writer->TimeMember("LastUpdateToPayPerRequestDateTime", *summary->last_update_to_pay_per_request);
  }
  writer->EndObject();
}

void WriteIndexSizeAndArn(std::string_view arn, uint64_t size_bytes, uint64_t item_count, JsonWriter* writer) {
  WriteInteger("IndexSizeBytes", size_bytes, writer);
  WriteInteger("ItemCount", item_count, writer);
  writer->StringMember("IndexArn", arn);
}

void WriteLocalIndexes(const std::vector<LocalIndexDescription>& indexes, JsonWriter* writer) {
  if (indexes.empty()) return;
  writer->BeginArray("LocalSecondaryIndexes");
  for (const LocalIndexDescription& index : indexes) {
    writer->BeginObject();
    WriteIndexSchema(index.schema, writer);
    WriteIndexSizeAndArn(index.arn, index.size_bytes, index.item_count, writer);
    writer->EndObject();
  }
  writer->EndArray();
}

void WriteGlobalIndexes(const std::vector<GlobalIndexDescription>& indexes, JsonWriter* writer) {
  if (indexes.empty()) return;
  writer->BeginArray("GlobalSecondaryIndexes");
  for (const GlobalIndexDescription& index : indexes) {
    writer->BeginObject();
    WriteIndexSchema(index.schema, writer);
    WriteEnum("IndexStatus", index.status, writer);
    if (index.backfilling) writer->BooleanMember("Backfilling", *index.backfilling);
    WriteProvisionedThroughput(index.provisioned_throughput, index.throughput_history, writer);
    WriteIndexSizeAndArn(index.arn, index.size_bytes, index.item_count, writer);
    WriteOnDemandThroughput(index.on_demand_throughput, writer);
    WriteWarmThroughput(index.warm_throughput, writer);
    writer->EndObject();
  }
  writer->EndArray();
}

void WriteStream(const std::optional<LatestStream>& stream, JsonWriter* writer) {
  if (!stream) return;
  if (stream->view_type) {
    writer->BeginObject("StreamSpecification");
    writer->BooleanMember("StreamEnabled", true);
    WriteEnum("StreamViewType", *stream->view_type, writer);
    writer->EndObject();
  }
  writer->StringMember("LatestStreamLabel", stream->label);
  writer->StringMember("LatestStreamArn", stream->arn);
}

std::string ArnInRegion(std::string_view table_arn, std::string_view region) {
  const std::optional<ArnParts> arn = SplitArn(table_arn);
  if (!arn) return {};
  std::string replica_arn = "arn";
  for (const std::string_view part : {arn->partition, arn->service, region, arn->account, arn->resource}) {
    replica_arn.append(1, ':').append(part);
  }
  return replica_arn;
}

// All replicas have the same indexes. Overrides for single Regions are not supported, so the description has none.
void WriteReplicas(const TableDescription& description, JsonWriter* writer) {
  if (description.replicas.empty()) return;
  writer->StringMember("GlobalTableVersion", "2019.11.21");
  writer->BeginArray("Replicas");
  for (const ReplicaDescription& replica : description.replicas) {
    writer->BeginObject();
    writer->StringMember("RegionName", replica.region);
    writer->StringMember("ReplicaArn", ArnInRegion(description.table_arn, replica.region));
    WriteEnum("ReplicaStatus", replica.status, writer);
    if (!description.global_indexes.empty()) {
      writer->BeginArray("GlobalSecondaryIndexes");
      for (const GlobalIndexDescription& index : description.global_indexes) {
        writer->BeginObject();
        writer->StringMember("IndexName", index.schema.name);
        WriteWarmThroughput(index.warm_throughput, writer);
        writer->EndObject();
      }
      writer->EndArray();
    }
    writer->EndObject();
  }
  writer->EndArray();
}

void WriteRestoreSummary(const std::optional<RestoreSummary>& restore, JsonWriter* writer) {
  if (!restore) return;
  writer->BeginObject("RestoreSummary");
  if (restore->source_backup_arn) writer->StringMember("SourceBackupArn", *restore->source_backup_arn);
  writer->StringMember("SourceTableArn", restore->source_table_arn);
  writer->TimeMember("RestoreDateTime", restore->restore_time);
  writer->BooleanMember("RestoreInProgress", restore->in_progress);
  writer->EndObject();
}

void WriteSseDescription(const TableDescription& description, JsonWriter* writer) {
  if (!description.kms_master_key_arn) return;
  writer->BeginObject("SSEDescription");
  // The API also has ENABLING and DISABLING, but its documentation says that only ENABLED and UPDATING are returned.
  writer->StringMember("Status", description.encryption_is_updating ? "UPDATING" : "ENABLED");
  writer->StringMember("SSEType", "KMS");
  writer->StringMember("KMSMasterKeyArn", *description.kms_master_key_arn);
  writer->EndObject();
}

void WriteTableDescription(const TableDescription& description, JsonWriter* writer) {
  writer->BeginObject();
  if (!description.attribute_definitions.empty()) WriteAttributeDefinitions(description.attribute_definitions, writer);
  writer->StringMember("TableName", description.table_name);
  if (description.key_schema) WriteKeySchema(*description.key_schema, writer);
  WriteEnum("TableStatus", description.table_status, writer);
  if (description.creation_time) writer->TimeMember("CreationDateTime", *description.creation_time);
  WriteProvisionedThroughput(description.provisioned_throughput, description.throughput_history, writer);
  WriteInteger("TableSizeBytes", description.table_size_bytes, writer);
  WriteInteger("ItemCount", description.item_count, writer);
  writer->StringMember("TableArn", description.table_arn);
  writer->StringMember("TableId", description.table_id);
  WriteBillingModeSummary(description.billing_mode_summary, writer);
  WriteLocalIndexes(description.local_indexes, writer);
  WriteGlobalIndexes(description.global_indexes, writer);
  WriteStream(description.stream, writer);
  WriteReplicas(description, writer);
  WriteRestoreSummary(description.restore_summary, writer);
  WriteSseDescription(description, writer);
  if (description.table_class) {
    writer->BeginObject("TableClassSummary");
    WriteEnum("TableClass", *description.table_class, writer);
    if (description.last_update_of_table_class) {
      writer->TimeMember("LastUpdateDateTime", *description.last_update_of_table_class);
    }
    writer->EndObject();
  }
  writer->BooleanMember("DeletionProtectionEnabled", description.deletion_protection_enabled);
  WriteOnDemandThroughput(description.on_demand_throughput, writer);
  WriteWarmThroughput(description.warm_throughput, writer);
  writer->EndObject();
}

}  // namespace

void WriteKeySchema(const KeySchema& key, JsonWriter* writer) {
  writer->BeginArray("KeySchema");
  WriteKeyElements(key.hash, "HASH", writer);
  WriteKeyElements(key.range, "RANGE", writer);
  writer->EndArray();
}

void WriteOnDemandThroughput(const OnDemandThroughput& on_demand, JsonWriter* writer) {
  if (!on_demand.max_read_request_units && !on_demand.max_write_request_units) return;
  writer->BeginObject("OnDemandThroughput");
  if (on_demand.max_read_request_units) writer->IntegerMember("MaxReadRequestUnits", *on_demand.max_read_request_units);
  if (on_demand.max_write_request_units)
    writer->IntegerMember("MaxWriteRequestUnits", *on_demand.max_write_request_units);
  writer->EndObject();
}

void WriteIndexSchema(const IndexSchema& index, JsonWriter* writer) {
  writer->StringMember("IndexName", index.name);
  WriteKeySchema(index.key, writer);
  writer->BeginObject("Projection");
  WriteEnum("ProjectionType", index.projection, writer);
  if (index.projection == ProjectionType::kInclude) {
    writer->BeginArray("NonKeyAttributes");
    for (const std::string& name : index.non_key_attributes) writer->String(name);
    writer->EndArray();
  }
  writer->EndObject();
}

void AppendTableDescription(std::string_view name, const TableDescription& description, std::string* json) {
  JsonWriter writer(json);
  writer.BeginObject();
  writer.Name(name);
  WriteTableDescription(description, &writer);
  writer.EndObject();
}

}  // namespace holdfast::server
