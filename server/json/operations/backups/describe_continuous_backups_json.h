// DescribeContinuousBackups's request and response as JSON.
#pragma once

#include <string>

#include "engine/operations/backups/describe_continuous_backups.h"
#include "server/json/rapidjson.h"
#include "server/json/wire_error.h"

namespace holdfast::server {

Decoded<DescribeContinuousBackupsRequest> DecodeDescribeContinuousBackups(const rapidjson::Value& body);
void EncodeDescribeContinuousBackups(const DescribeContinuousBackupsResponse& response, std::string* body);

}  // namespace holdfast::server
