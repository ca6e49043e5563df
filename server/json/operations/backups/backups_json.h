// The codecs of backups, exports and imports: Decode… reads a request, Encode… appends a response.
#pragma once

#include <string>

#include "engine/operations/backups/create_backup.h"
#include "engine/operations/backups/delete_backup.h"
#include "engine/operations/backups/describe_backup.h"
#include "engine/operations/backups/describe_continuous_backups.h"
#include "engine/operations/backups/exports_and_imports.h"
#include "engine/operations/backups/list_backups.h"
#include "engine/operations/backups/restore_table_from_backup.h"
#include "engine/operations/backups/restore_table_to_point_in_time.h"
#include "engine/operations/backups/update_continuous_backups.h"
#include "server/json/rapidjson.h"
#include "server/json/wire_error.h"

namespace holdfast::server {

Decoded<CreateBackupRequest> DecodeCreateBackup(const rapidjson::Value& body);
void EncodeCreateBackup(const CreateBackupResponse& response, std::string* body);

Decoded<DeleteBackupRequest> DecodeDeleteBackup(const rapidjson::Value& body);
void EncodeDeleteBackup(const DeleteBackupResponse& response, std::string* body);

Decoded<DescribeBackupRequest> DecodeDescribeBackup(const rapidjson::Value& body);
void EncodeDescribeBackup(const DescribeBackupResponse& response, std::string* body);

Decoded<DescribeContinuousBackupsRequest> DecodeDescribeContinuousBackups(const rapidjson::Value& body);
void EncodeDescribeContinuousBackups(const DescribeContinuousBackupsResponse& response, std::string* body);

Decoded<DescribeExportRequest> DecodeDescribeExport(const rapidjson::Value& body);
Decoded<DescribeImportRequest> DecodeDescribeImport(const rapidjson::Value& body);

Decoded<ListBackupsRequest> DecodeListBackups(const rapidjson::Value& body);
void EncodeListBackups(const ListBackupsResponse& response, std::string* body);

Decoded<ListExportsRequest> DecodeListExports(const rapidjson::Value& body);
void EncodeListExports(const ListExportsResponse& response, std::string* body);

Decoded<ListImportsRequest> DecodeListImports(const rapidjson::Value& body);
void EncodeListImports(const ListImportsResponse& response, std::string* body);

Decoded<RestoreTableFromBackupRequest> DecodeRestoreTableFromBackup(const rapidjson::Value& body);
void EncodeRestoreTableFromBackup(const RestoreTableFromBackupResponse& response, std::string* body);

Decoded<RestoreTableToPointInTimeRequest> DecodeRestoreTableToPointInTime(const rapidjson::Value& body);
void EncodeRestoreTableToPointInTime(const RestoreTableToPointInTimeResponse& response, std::string* body);

Decoded<UpdateContinuousBackupsRequest> DecodeUpdateContinuousBackups(const rapidjson::Value& body);
void EncodeUpdateContinuousBackups(const UpdateContinuousBackupsResponse& response, std::string* body);

}  // namespace holdfast::server
