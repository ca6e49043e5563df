// ListBackups's request and response as JSON.
#pragma once

#include <string>

#include "engine/operations/backups/list_backups.h"
#include "server/json/rapidjson.h"
#include "server/json/wire_error.h"

namespace holdfast::server {

Decoded<ListBackupsRequest> DecodeListBackups(const rapidjson::Value& body);
void EncodeListBackups(const ListBackupsResponse& response, std::string* body);

}  // namespace holdfast::server
