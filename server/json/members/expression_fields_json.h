// The substitution maps of expressions in requests.
#pragma once

#include <optional>

#include "engine/expressions/expression_fields.h"
#include "server/json/json_reader.h"
#include "server/json/json_writer.h"

namespace holdfast::server {

// Reads ExpressionAttributeNames and ExpressionAttributeValues.
void ReadExpressionFields(StructureReader& reader, ExpressionFields* fields);
void ReadExpressionAttributeNames(StructureReader& reader, std::optional<ExpressionAttributeNames>* names);

// Writes the value of a member ExpressionAttributeNames, which UnprocessedKeys repeats.
void WriteExpressionAttributeNames(const ExpressionAttributeNames& names, JsonWriter* writer);

}  // namespace holdfast::server
