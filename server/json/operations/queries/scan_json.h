// Scan in JSON.
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_Scan.html
#pragma once

#include <string>

#include "engine/operations/queries/scan.h"
#include "server/json/rapidjson.h"
#include "server/json/wire_error.h"

namespace holdfast::server {

Decoded<ScanRequest> DecodeScan(const rapidjson::Value& body);
// Appends the response.
void EncodeScan(const ScanResponse& response, std::string* body);

}  // namespace holdfast::server
