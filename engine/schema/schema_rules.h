// The rules of CreateTable, partly UpdateTable's too, about keys, indexes and attribute definitions, in the order in
// which DynamoDB complains:
//
//   the table's key schema  →  local indexes' keys, their number  →  global indexes' keys, their number
//   →  definitions that nothing uses  →  projections, index names and index throughput
//
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_CreateTable.html
#pragma once

#include <vector>

#include "engine/base/result.h"
#include "engine/schema/table_definition.h"
#include "engine/schema/table_schema.h"

namespace holdfast {

// `definition` must have passed CheckDefinitionConstraints.
Result<TableSchema> BuildTableSchema(const TableDefinition& definition);

// A global index that UpdateTable adds: its key by the definitions of the same request, which may hold others too, and
// its projection. `index` must have passed CheckUpdateConstraints.
Result<IndexSchema> BuildAddedIndexSchema(const std::vector<AttributeDefinition>& definitions,
                                          const GlobalSecondaryIndex& index);

}  // namespace holdfast
