// DescribeGlobalTable's request and response as JSON.
#pragma once

#include <string>

#include "engine/operations/tables/describe_global_table.h"
#include "server/json/rapidjson.h"
#include "server/json/wire_error.h"

namespace holdfast::server {

Decoded<DescribeGlobalTableRequest> DecodeDescribeGlobalTable(const rapidjson::Value& body);
void EncodeDescribeGlobalTable(const DescribeGlobalTableResponse& response, std::string* body);

}  // namespace holdfast::server
