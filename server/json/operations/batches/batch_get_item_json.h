// BatchGetItem in JSON.
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_BatchGetItem.html
#pragma once

#include <string>

#include "engine/operations/batches/batch_get_item.h"
#include "server/json/rapidjson.h"
#include "server/json/wire_error.h"

namespace holdfast::server {

Decoded<BatchGetItemRequest> DecodeBatchGetItem(const rapidjson::Value& body);
// Appends the response.
void EncodeBatchGetItem(const BatchGetItemResponse& response, std::string* body);

}  // namespace holdfast::server
