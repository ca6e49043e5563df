#include "server/json/members/backup_json.h"

#include "server/json/members/table_description_json.h"

namespace holdfast::server {
namespace {

// Members that details and summaries have in common.
void WriteBackupMembers(const Backup& backup, JsonWriter* writer) {
  writer->StringMember("BackupArn", backup.arn);
  writer->StringMember("BackupName", backup.name);
  writer->IntegerMember("BackupSizeBytes", static_cast<int64_t>(backup.size_bytes()));
  writer->StringMember("BackupStatus", EnumField<BackupStatus>::TextOf(backup.status));
  writer->StringMember("BackupType", EnumField<BackupType>::TextOf(backup.type));
  writer->TimeMember("BackupCreationDateTime", backup.creation_time);
  if (backup.expiry_time) writer->TimeMember("BackupExpiryDateTime", *backup.expiry_time);
}

// Writes the member ProvisionedThroughput, without the history that DescribeTable adds.
void WriteProvisionedUnits(const ThroughputUnits& units, JsonWriter* writer) {
  writer->BeginObject("ProvisionedThroughput");
  writer->IntegerMember("ReadCapacityUnits", units.read);
  writer->IntegerMember("WriteCapacityUnits", units.write);
  writer->EndObject();
}

void WriteSourceTable(const Backup& backup, JsonWriter* writer) {
  const BackedUpTable& table = *backup.table;
  const TableSettings& settings = table.settings();
  writer->BeginObject("SourceTableDetails");
  writer->StringMember("TableName", backup.table_name());
  writer->StringMember("TableId", table.identity().id);
  writer->StringMember("TableArn", backup.table_arn);
  writer->IntegerMember("TableSizeBytes", static_cast<int64_t>(table.items().size_bytes()));
  WriteKeySchema(table.schema().key, writer);
  writer->TimeMember("TableCreationDateTime", table.identity().creation_time);
  WriteProvisionedUnits(settings.provisioned, writer);
  WriteOnDemandThroughput(settings.on_demand, writer);
  writer->IntegerMember("ItemCount", static_cast<int64_t>(table.items().item_count()));
  writer->StringMember("BillingMode", EnumField<BillingMode>::TextOf(settings.billing_mode));
  writer->EndObject();
}

void WriteGlobalIndexes(const BackedUpTable& table, JsonWriter* writer) {
  if (table.schema().global_indexes.empty()) return;
  writer->BeginArray("GlobalSecondaryIndexes");
  for (const IndexSchema& index : table.schema().global_indexes) {
    writer->BeginObject();
    WriteIndexSchema(index, writer);
    const auto settings = table.settings().global_indexes.find(index.name);
    if (settings != table.settings().global_indexes.end()) {
      WriteProvisionedUnits(settings->second.provisioned, writer);
      WriteOnDemandThroughput(settings->second.on_demand, writer);
    }
    writer->EndObject();
  }
  writer->EndArray();
}

void WriteLocalIndexes(const BackedUpTable& table, JsonWriter* writer) {
  if (table.schema().local_indexes.empty()) return;
  writer->BeginArray("LocalSecondaryIndexes");
  for (const IndexSchema& index : table.schema().local_indexes) {
    writer->BeginObject();
    WriteIndexSchema(index, writer);
    writer->EndObject();
  }
  writer->EndArray();
}

// Features that the table did not have are absent.
void WriteSourceTableFeatures(const BackedUpTable& table, JsonWriter* writer) {
  const TableSettings& settings = table.settings();
  writer->BeginObject("SourceTableFeatureDetails");
  WriteLocalIndexes(table, writer);
  WriteGlobalIndexes(table, writer);
  if (settings.stream && settings.stream->enabled) {
    writer->BeginObject("StreamDescription");
    writer->BooleanMember("StreamEnabled", true);
    writer->StringMember("StreamViewType", EnumField<StreamViewType>::TextOf(settings.stream->view_type));
    writer->EndObject();
  }
  if (settings.time_to_live.attribute_name) {
    writer->BeginObject("TimeToLiveDescription");
    writer->StringMember("TimeToLiveStatus", "ENABLED");
    writer->StringMember("AttributeName", *settings.time_to_live.attribute_name);
    writer->EndObject();
  }
  if (settings.kms_master_key_arn) {
    writer->BeginObject("SSEDescription");
    writer->StringMember("Status", "ENABLED");
    writer->StringMember("SSEType", "KMS");
    writer->StringMember("KMSMasterKeyArn", *settings.kms_master_key_arn);
    writer->EndObject();
  }
  writer->EndObject();
}

}  // namespace

void WriteBackupDetails(const Backup& backup, JsonWriter* writer) {
  writer->BeginObject();
  WriteBackupMembers(backup, writer);
  writer->EndObject();
}

void WriteBackupSummary(const Backup& backup, JsonWriter* writer) {
  writer->BeginObject();
  writer->StringMember("TableName", backup.table_name());
  writer->StringMember("TableId", backup.table->identity().id);
  writer->StringMember("TableArn", backup.table_arn);
  WriteBackupMembers(backup, writer);
  writer->EndObject();
}

void AppendBackupDescription(const Backup& backup, std::string* json) {
  JsonWriter writer(json);
  writer.BeginObject();
  writer.BeginObject("BackupDescription");
  writer.Name("BackupDetails");
  WriteBackupDetails(backup, &writer);
  WriteSourceTable(backup, &writer);
  WriteSourceTableFeatures(*backup.table, &writer);
  writer.EndObject();
  writer.EndObject();
}

}  // namespace holdfast::server
