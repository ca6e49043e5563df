// The rules of CreateTable, and some of UpdateTable, about keys, indexes and attribute definitions, in the order in
// which DynamoDB checks them:
//
//   attributes that are defined twice  →  the table's key schema  →  local indexes' keys, their number
//   →  global indexes' keys, their number  →  unused definitions  →  projections, index names and index throughput
//   →  the number of non-key attributes of all indexes
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

// The schema of a global index that UpdateTable adds. `definitions` are those of the same request, and may contain
// attributes that the index does not use. Both must be of a TableUpdate that has passed CheckUpdateConstraints.
Result<IndexSchema> BuildAddedIndexSchema(const std::vector<AttributeDefinition>& definitions,
                                          const GlobalSecondaryIndex& index);

}  // namespace holdfast
