// A Tag as JSON, in requests.
#pragma once

#include "engine/schema/table_definition.h"
#include "server/json/json_reader.h"

namespace holdfast::server {

void ReadTag(StructureReader& reader, Tag& tag);

}  // namespace holdfast::server
