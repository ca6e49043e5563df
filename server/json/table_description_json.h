// TableDescription as JSON, for the operations that answer with one.
#pragma once

#include "engine/tables/table_description.h"
#include "server/json/json_writer.h"

namespace holdfast::server {

void WriteTableDescription(const TableDescription& description, JsonWriter* writer);

}  // namespace holdfast::server
