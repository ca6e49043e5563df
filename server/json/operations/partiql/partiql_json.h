// The codecs of PartiQL statements: Decode… reads a request, Encode… appends a response.
#pragma once

#include <string>

#include "engine/operations/partiql/batch_execute_statement.h"
#include "engine/operations/partiql/execute_statement.h"
#include "engine/operations/partiql/execute_transaction.h"
#include "server/json/rapidjson.h"
#include "server/json/wire_error.h"

namespace holdfast::server {

Decoded<ExecuteStatementRequest> DecodeExecuteStatement(const rapidjson::Value& body);
void EncodeExecuteStatement(const ExecuteStatementResponse& response, std::string* body);

Decoded<BatchExecuteStatementRequest> DecodeBatchExecuteStatement(const rapidjson::Value& body);
void EncodeBatchExecuteStatement(const BatchExecuteStatementResponse& response, std::string* body);

Decoded<ExecuteTransactionRequest> DecodeExecuteTransaction(const rapidjson::Value& body);
void EncodeExecuteTransaction(const ExecuteTransactionResponse& response, std::string* body);

}  // namespace holdfast::server
