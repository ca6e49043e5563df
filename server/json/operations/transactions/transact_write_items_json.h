// TransactWriteItems in JSON.
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TransactWriteItems.html
#pragma once

#include <string>

#include "engine/operations/transactions/transact_write_items.h"
#include "server/json/rapidjson.h"
#include "server/json/wire_error.h"

namespace holdfast::server {

Decoded<TransactWriteItemsRequest> DecodeTransactWriteItems(const rapidjson::Value& body);
// Appends the response.
void EncodeTransactWriteItems(const TransactWriteItemsResponse& response, std::string* body);

}  // namespace holdfast::server
