// TableDescription as JSON, for the operations that return one.
#pragma once

#include <string>
#include <string_view>

#include "absl/time/time.h"
#include "engine/schema/table_schema.h"
#include "engine/tables/table_description.h"
#include "server/json/json_writer.h"

namespace holdfast::server {

// Writes the member KeySchema.
void WriteKeySchema(const KeySchema& key, JsonWriter* writer);

// Writes the member OnDemandThroughput, if it has members.
void WriteOnDemandThroughput(const OnDemandThroughput& on_demand, JsonWriter* writer);
// Writes the members IndexName, KeySchema and Projection of an index.
void WriteIndexSchema(const IndexSchema& index, JsonWriter* writer);

// Appends an object whose only member, `name`, is the description.
void AppendTableDescription(std::string_view name, const TableDescription& description, std::string* json);

}  // namespace holdfast::server
