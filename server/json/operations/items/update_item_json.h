// UpdateItem in JSON.
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_UpdateItem.html
#pragma once

#include <string>

#include "engine/operations/items/update_item.h"
#include "server/json/rapidjson.h"
#include "server/json/wire_error.h"

namespace holdfast::server {

Decoded<UpdateItemRequest> DecodeUpdateItem(const rapidjson::Value& body);
// Appends the response.
void EncodeUpdateItem(const UpdateItemResponse& response, std::string* body);

}  // namespace holdfast::server
