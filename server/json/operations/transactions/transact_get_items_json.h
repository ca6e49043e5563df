// TransactGetItems in JSON.
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TransactGetItems.html
#pragma once

#include <string>

#include "engine/operations/transactions/transact_get_items.h"
#include "server/json/rapidjson.h"
#include "server/json/wire_error.h"

namespace holdfast::server {

Decoded<TransactGetItemsRequest> DecodeTransactGetItems(const rapidjson::Value& body);
// Appends the response.
void EncodeTransactGetItems(const TransactGetItemsResponse& response, std::string* body);

}  // namespace holdfast::server
