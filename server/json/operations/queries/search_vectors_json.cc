#include "server/json/json_reader.h"
#include "server/json/json_writer.h"
#include "server/json/members/attribute_value_json.h"
#include "server/json/operations/queries/queries_json.h"

namespace holdfast::server {

Decoded<SearchVectorsRequest> DecodeSearchVectors(const rapidjson::Value& body) {
  return DecodeStructure<SearchVectorsRequest>(body, [](StructureReader& reader, SearchVectorsRequest& request) {
    ReadAttributeValueList(reader, "SearchVector", &request.search_vector);
    reader.String("TableName", &request.table_name);
    reader.String("IndexName", &request.index_name);
    reader.Integer("TopK", &request.top_k);
  });
}

void EncodeSearchVectors(const SearchVectorsResponse&, std::string* body) {
  JsonWriter writer(body);
  writer.BeginObject();
  writer.EndObject();
}

}  // namespace holdfast::server
