// CreateTable's request and response as JSON.
#pragma once

#include <string>

#include "engine/operations/tables/create_table.h"
#include "server/json/rapidjson.h"
#include "server/json/wire_error.h"

namespace holdfast::server {

Decoded<CreateTableRequest> DecodeCreateTable(const rapidjson::Value& body);
void EncodeCreateTable(const CreateTableResponse& response, std::string* body);

}  // namespace holdfast::server
