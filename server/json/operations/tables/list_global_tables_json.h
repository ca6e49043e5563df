// ListGlobalTables's request and response as JSON.
#pragma once

#include <string>

#include "engine/operations/tables/list_global_tables.h"
#include "server/json/rapidjson.h"
#include "server/json/wire_error.h"

namespace holdfast::server {

Decoded<ListGlobalTablesRequest> DecodeListGlobalTables(const rapidjson::Value& body);
void EncodeListGlobalTables(const ListGlobalTablesResponse& response, std::string* body);

}  // namespace holdfast::server
