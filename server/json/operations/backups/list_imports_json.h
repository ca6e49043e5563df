// ListImports's request and response as JSON.
#pragma once

#include <string>

#include "engine/operations/backups/list_imports.h"
#include "server/json/rapidjson.h"
#include "server/json/wire_error.h"

namespace holdfast::server {

Decoded<ListImportsRequest> DecodeListImports(const rapidjson::Value& body);
void EncodeListImports(const ListImportsResponse& response, std::string* body);

}  // namespace holdfast::server
