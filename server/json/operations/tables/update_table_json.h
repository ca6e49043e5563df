// UpdateTable's request and response as JSON.
#pragma once

#include <string>

#include "engine/operations/tables/update_table.h"
#include "server/json/rapidjson.h"
#include "server/json/wire_error.h"

namespace holdfast::server {

Decoded<UpdateTableRequest> DecodeUpdateTable(const rapidjson::Value& body);
void EncodeUpdateTable(const UpdateTableResponse& response, std::string* body);

}  // namespace holdfast::server
