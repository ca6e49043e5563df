// ListTables's request and response as JSON.
#pragma once

#include <string>

#include "engine/operations/tables/list_tables.h"
#include "server/json/rapidjson.h"
#include "server/json/wire_error.h"

namespace holdfast::server {

Decoded<ListTablesRequest> DecodeListTables(const rapidjson::Value& body);
void EncodeListTables(const ListTablesResponse& response, std::string* body);

}  // namespace holdfast::server
