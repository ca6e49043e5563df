#include "server/json/json_reader.h"
#include "server/json/json_writer.h"
#include "server/json/operations/tables/tables_json.h"

namespace holdfast::server {

Decoded<DescribeLimitsRequest> DecodeDescribeLimits(const rapidjson::Value& body) {
  return DecodeStructure<DescribeLimitsRequest>(body, [](StructureReader&, DescribeLimitsRequest&) {});
}

void EncodeDescribeLimits(const DescribeLimitsResponse& response, std::string* body) {
  JsonWriter writer(body);
  writer.BeginObject();
  writer.IntegerMember("AccountMaxReadCapacityUnits", response.account_max_read_capacity_units);
  writer.IntegerMember("AccountMaxWriteCapacityUnits", response.account_max_write_capacity_units);
  writer.IntegerMember("TableMaxReadCapacityUnits", response.table_max_read_capacity_units);
  writer.IntegerMember("TableMaxWriteCapacityUnits", response.table_max_write_capacity_units);
  writer.EndObject();
}

}  // namespace holdfast::server
