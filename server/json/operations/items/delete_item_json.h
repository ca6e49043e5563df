// DeleteItem in JSON.
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_DeleteItem.html
#pragma once

#include <string>

#include "engine/operations/items/delete_item.h"
#include "server/json/rapidjson.h"
#include "server/json/wire_error.h"

namespace holdfast::server {

Decoded<DeleteItemRequest> DecodeDeleteItem(const rapidjson::Value& body);
// Appends the response.
void EncodeDeleteItem(const DeleteItemResponse& response, std::string* body);

}  // namespace holdfast::server
