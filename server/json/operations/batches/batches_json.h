// The codecs of batches: Decode… reads a request, Encode… appends a response.
#pragma once

#include <string>

#include "engine/operations/batches/batch_get_item.h"
#include "engine/operations/batches/batch_write_item.h"
#include "server/json/rapidjson.h"
#include "server/json/wire_error.h"

namespace holdfast::server {

Decoded<BatchGetItemRequest> DecodeBatchGetItem(const rapidjson::Value& body);
void EncodeBatchGetItem(const BatchGetItemResponse& response, std::string* body);

Decoded<BatchWriteItemRequest> DecodeBatchWriteItem(const rapidjson::Value& body);
void EncodeBatchWriteItem(const BatchWriteItemResponse& response, std::string* body);

}  // namespace holdfast::server
