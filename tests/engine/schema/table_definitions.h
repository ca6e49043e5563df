// Short functions that build table definitions, which the tests modify.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "engine/schema/table_definition.h"

namespace holdfast {

inline AttributeDefinition Define(std::string name, ScalarAttributeType type = ScalarAttributeType::kString) {
  return {std::move(name), type};
}
inline KeySchemaElement Hash(std::string name) { return {std::move(name), KeyType::kHash}; }
inline KeySchemaElement Range(std::string name) { return {std::move(name), KeyType::kRange}; }
inline Projection Project(ProjectionType type) { return {type, std::nullopt}; }
inline Projection Include(std::vector<std::string> names) { return {ProjectionType::kInclude, std::move(names)}; }

inline LocalSecondaryIndex LocalIndex(std::string name, std::vector<KeySchemaElement> key) {
  return {std::move(name), std::move(key), Project(ProjectionType::kAll)};
}
inline GlobalSecondaryIndex GlobalIndexOf(std::string name, std::vector<KeySchemaElement> key) {
  GlobalSecondaryIndex index;
  index.index_name = std::move(name);
  index.key_schema = std::move(key);
  index.projection = Project(ProjectionType::kAll);
  return index;
}

// A PAY_PER_REQUEST table with partition key `pk` and sort key `sk`, both of type S.
inline TableDefinition PlainTable(std::string name = "Plain") {
  TableDefinition definition;
  definition.table_name = std::move(name);
  definition.attribute_definitions = {Define("pk"), Define("sk")};
  definition.key_schema = {Hash("pk"), Range("sk")};
  definition.billing_mode = BillingMode::kPayPerRequest;
  return definition;
}

// PlainTable with local index `local` (pk, a) and global index `global` (b).
inline TableDefinition IndexedTable(std::string name = "Indexed") {
  TableDefinition definition = PlainTable(std::move(name));
  definition.attribute_definitions = {Define("pk"), Define("sk"), Define("a"), Define("b")};
  definition.local_secondary_indexes = {LocalIndex("local", {Hash("pk"), Range("a")})};
  definition.global_secondary_indexes = {GlobalIndexOf("global", {Hash("b")})};
  return definition;
}

// PlainTable, but PROVISIONED with 5 read and 5 write units.
inline TableDefinition ProvisionedTable(std::string name = "Provisioned") {
  TableDefinition definition = PlainTable(std::move(name));
  definition.billing_mode = BillingMode::kProvisioned;
  definition.provisioned_throughput = {5, 5};
  return definition;
}

}  // namespace holdfast
