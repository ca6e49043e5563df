// The codecs of transactions: Decode… reads a request, Encode… appends a response.
#pragma once

#include <string>

#include "engine/operations/transactions/transact_get_items.h"
#include "engine/operations/transactions/transact_write_items.h"
#include "server/json/rapidjson.h"
#include "server/json/wire_error.h"

namespace holdfast::server {

Decoded<TransactGetItemsRequest> DecodeTransactGetItems(const rapidjson::Value& body);
void EncodeTransactGetItems(const TransactGetItemsResponse& response, std::string* body);

Decoded<TransactWriteItemsRequest> DecodeTransactWriteItems(const rapidjson::Value& body);
void EncodeTransactWriteItems(const TransactWriteItemsResponse& response, std::string* body);

}  // namespace holdfast::server
