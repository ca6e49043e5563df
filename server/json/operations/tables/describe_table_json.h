// DescribeTable's request and response as JSON.
#pragma once

#include <string>

#include "engine/operations/tables/describe_table.h"
#include "server/json/rapidjson.h"
#include "server/json/wire_error.h"

namespace holdfast::server {

Decoded<DescribeTableRequest> DecodeDescribeTable(const rapidjson::Value& body);
void EncodeDescribeTable(const DescribeTableResponse& response, std::string* body);

}  // namespace holdfast::server
