// PutItem in JSON.
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_PutItem.html
#pragma once

#include <string>

#include "engine/operations/items/put_item.h"
#include "server/json/rapidjson.h"
#include "server/json/wire_error.h"

namespace holdfast::server {

Decoded<PutItemRequest> DecodePutItem(const rapidjson::Value& body);
// Appends the response.
void EncodePutItem(const PutItemResponse& response, std::string* body);

}  // namespace holdfast::server
