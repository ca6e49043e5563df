// The codecs of backups, exports and imports: Decode… reads a request, Encode… appends a response.
#pragma once

#include <string>

#include "engine/operations/backups/describe_continuous_backups.h"
#include "engine/operations/backups/empty_lists.h"
#include "engine/operations/backups/update_continuous_backups.h"
#include "server/json/rapidjson.h"
#include "server/json/wire_error.h"

namespace holdfast::server {

Decoded<DescribeContinuousBackupsRequest> DecodeDescribeContinuousBackups(const rapidjson::Value& body);
void EncodeDescribeContinuousBackups(const DescribeContinuousBackupsResponse& response, std::string* body);

Decoded<ListBackupsRequest> DecodeListBackups(const rapidjson::Value& body);
void EncodeListBackups(const ListBackupsResponse& response, std::string* body);

Decoded<ListExportsRequest> DecodeListExports(const rapidjson::Value& body);
void EncodeListExports(const ListExportsResponse& response, std::string* body);

Decoded<ListImportsRequest> DecodeListImports(const rapidjson::Value& body);
void EncodeListImports(const ListImportsResponse& response, std::string* body);

Decoded<UpdateContinuousBackupsRequest> DecodeUpdateContinuousBackups(const rapidjson::Value& body);
void EncodeUpdateContinuousBackups(const UpdateContinuousBackupsResponse& response, std::string* body);

}  // namespace holdfast::server
