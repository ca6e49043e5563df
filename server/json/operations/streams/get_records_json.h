// GetRecords's request and response as JSON.
#pragma once

#include <string>

#include "engine/operations/streams/get_records.h"
#include "server/json/rapidjson.h"
#include "server/json/wire_error.h"

namespace holdfast::server {

Decoded<GetRecordsRequest> DecodeGetRecords(const rapidjson::Value& body);
void EncodeGetRecords(const GetRecordsResponse& response, std::string* body);

}  // namespace holdfast::server
