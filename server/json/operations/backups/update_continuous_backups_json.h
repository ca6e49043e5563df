// UpdateContinuousBackups's request and response as JSON.
#pragma once

#include <string>

#include "engine/operations/backups/update_continuous_backups.h"
#include "server/json/rapidjson.h"
#include "server/json/wire_error.h"

namespace holdfast::server {

Decoded<UpdateContinuousBackupsRequest> DecodeUpdateContinuousBackups(const rapidjson::Value& body);
void EncodeUpdateContinuousBackups(const UpdateContinuousBackupsResponse& response, std::string* body);

}  // namespace holdfast::server
