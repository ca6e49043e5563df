#include <string>
#include <string_view>
#include <utility>

#include "server/json/json_reader.h"
#include "server/json/json_writer.h"
#include "server/json/members/attribute_value_json.h"
#include "server/json/operations/queries/queries_json.h"

namespace holdfast::server {

namespace {

// The type of each required member, as the service's error about a null names it.
constexpr std::pair<std::string_view, std::string_view> kRequired[] = {
    {"TableName", "a string"}, {"IndexName", "a string"}, {"SearchVector", "a sequence"}, {"TopK", "i32"}};

// Counts the characters of a JSON text.
struct CountingStream {
  // RapidJSON's concept of a stream requires this name.
  using Ch = char;
  void Put(char) { ++size; }
  void Flush() {}
  size_t size = 0;
};

size_t TextSize(const rapidjson::Value& value) {
  CountingStream stream;
  rapidjson::Writer<CountingStream, rapidjson::UTF8<>, rapidjson::UTF8<>, JsonAllocator> writer(stream);
  value.Accept(writer);
  return stream.size;
}

// In requests of this operation, and of no other, the service refuses a null. Its error states the column where the
// null ends. [open] This is counted in the text without blanks, the form that most SDKs send: the tree does not keep
// blanks.
void RefuseNull(const rapidjson::Value& body, StructureReader& reader) {
  size_t column = 0;
  for (const auto& member : body.GetObject()) {
    // The brace or comma before the name, and the colon after it.
    column += TextSize(member.name) + TextSize(member.value) + 2;
    if (!member.value.IsNull()) continue;
    for (const auto& [name, type] : kRequired) {
      if (Text(member.name) != name) continue;
      return reader.Fail({WireError::Kind::kSerialization, "invalid type: null, expected " + std::string(type) +
                                                               " at line 1 column " + std::to_string(column)});
    }
  }
}

}  // namespace

Decoded<SearchVectorsRequest> DecodeSearchVectors(const rapidjson::Value& body) {
  return DecodeStructure<SearchVectorsRequest>(body, [&body](StructureReader& reader, SearchVectorsRequest& request) {
    RefuseNull(body, reader);
    ReadAttributeValueList(reader, "SearchVector", &request.search_vector);
    reader.String("TableName", &request.table_name);
    reader.String("IndexName", &request.index_name);
    reader.Integer("TopK", &request.top_k);
    const bool complete = request.table_name && request.index_name && request.search_vector && request.top_k;
    if (!complete) request.text_size = TextSize(body);
  });
}

void EncodeSearchVectors(const SearchVectorsResponse&, std::string* body) {
  JsonWriter writer(body);
  writer.BeginObject();
  writer.EndObject();
}

}  // namespace holdfast::server
