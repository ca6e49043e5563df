#include "server/json/members/tag_json.h"

namespace holdfast::server {

void ReadTag(StructureReader& reader, Tag& tag) {
  reader.String("Key", &tag.key);
  reader.String("Value", &tag.value);
}

}  // namespace holdfast::server
