// The codecs of Query, Scan and SearchVectors: Decode… reads a request, Encode… appends a response.
#pragma once

#include <string>

#include "engine/operations/queries/query.h"
#include "engine/operations/queries/scan.h"
#include "engine/operations/queries/search_vectors.h"
#include "server/json/rapidjson.h"
#include "server/json/wire_error.h"

namespace holdfast::server {

Decoded<QueryRequest> DecodeQuery(const rapidjson::Value& body);
void EncodeQuery(const QueryResponse& response, std::string* body);

Decoded<ScanRequest> DecodeScan(const rapidjson::Value& body);
void EncodeScan(const ScanResponse& response, std::string* body);

Decoded<SearchVectorsRequest> DecodeSearchVectors(const rapidjson::Value& body);
void EncodeSearchVectors(const SearchVectorsResponse& response, std::string* body);

}  // namespace holdfast::server
