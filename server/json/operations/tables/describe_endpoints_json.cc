#include "server/json/json_reader.h"
#include "server/json/json_writer.h"
#include "server/json/operations/tables/tables_json.h"

namespace holdfast::server {

// The body has no members. The operation table sets the host from the Host header.
Decoded<DescribeEndpointsRequest> DecodeDescribeEndpoints(const rapidjson::Value& body) {
  return DecodeStructure<DescribeEndpointsRequest>(body, [](StructureReader&, DescribeEndpointsRequest&) {});
}

void EncodeDescribeEndpoints(const DescribeEndpointsResponse& response, std::string* body) {
  JsonWriter writer(body);
  writer.BeginObject();
  writer.BeginArray("Endpoints");
  for (const DescribeEndpointsResponse::Endpoint& endpoint : response.endpoints) {
    writer.BeginObject();
    writer.StringMember("Address", endpoint.address);
    writer.IntegerMember("CachePeriodInMinutes", endpoint.cache_period_in_minutes);
    writer.EndObject();
  }
  writer.EndArray();
  writer.EndObject();
}

}  // namespace holdfast::server
