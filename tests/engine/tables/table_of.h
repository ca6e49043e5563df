// A table made from a definition (tests/engine/schema/table_definitions.h), in no catalog.
#pragma once

#include <memory>
#include <utility>

#include "engine/schema/schema_rules.h"
#include "engine/tables/table.h"

namespace holdfast::testing {

// `definition` must be one that CreateTable accepts.
inline std::shared_ptr<Table> TableOf(const TableDefinition& definition, uint64_t number = 1) {
  Table::Identity identity;
  identity.number = number;
  return std::make_shared<Table>(BuildTableSchema(definition).value(), std::move(identity), TableSettings());
}

}  // namespace holdfast::testing
