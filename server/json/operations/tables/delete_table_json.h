// DeleteTable's request and response as JSON.
#pragma once

#include <string>

#include "engine/operations/tables/delete_table.h"
#include "server/json/rapidjson.h"
#include "server/json/wire_error.h"

namespace holdfast::server {

Decoded<DeleteTableRequest> DecodeDeleteTable(const rapidjson::Value& body);
void EncodeDeleteTable(const DeleteTableResponse& response, std::string* body);

}  // namespace holdfast::server
