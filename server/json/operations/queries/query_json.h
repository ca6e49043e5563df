// Query in JSON.
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_Query.html
#pragma once

#include <string>

#include "engine/operations/queries/query.h"
#include "server/json/rapidjson.h"
#include "server/json/wire_error.h"

namespace holdfast::server {

Decoded<QueryRequest> DecodeQuery(const rapidjson::Value& body);
// Appends the response.
void EncodeQuery(const QueryResponse& response, std::string* body);

}  // namespace holdfast::server
