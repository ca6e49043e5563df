// ListExports's request and response as JSON.
#pragma once

#include <string>

#include "engine/operations/backups/list_exports.h"
#include "server/json/rapidjson.h"
#include "server/json/wire_error.h"

namespace holdfast::server {

Decoded<ListExportsRequest> DecodeListExports(const rapidjson::Value& body);
void EncodeListExports(const ListExportsResponse& response, std::string* body);

}  // namespace holdfast::server
