#include "server/json/members/cancellation_reasons_json.h"

#include "server/json/json_writer.h"
#include "server/json/members/attribute_value_json.h"

namespace holdfast::server {

void AppendCancellationReasons(const std::vector<CancellationReason>& reasons, std::string* json) {
  JsonWriter writer(json);
  writer.BeginArray();
  for (const CancellationReason& reason : reasons) {
    writer.BeginObject();
    writer.StringMember("Code", reason.code);
    if (reason.message.has_value()) writer.StringMember("Message", *reason.message);
    if (reason.item) {
      writer.Name("Item");
      WriteAttributeMap(reason.item->attributes(), &writer);
    }
    writer.EndObject();
  }
  writer.EndArray();
}

}  // namespace holdfast::server
