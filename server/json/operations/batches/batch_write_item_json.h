// BatchWriteItem in JSON.
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_BatchWriteItem.html
#pragma once

#include <string>

#include "engine/operations/batches/batch_write_item.h"
#include "server/json/rapidjson.h"
#include "server/json/wire_error.h"

namespace holdfast::server {

Decoded<BatchWriteItemRequest> DecodeBatchWriteItem(const rapidjson::Value& body);
// Appends the response.
void EncodeBatchWriteItem(const BatchWriteItemResponse& response, std::string* body);

}  // namespace holdfast::server
