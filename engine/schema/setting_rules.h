// The rules of CreateTable, partly UpdateTable's too, about streams, encryption, table class, tags and policy. In which
// order the service checks these was not captured.
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_CreateTable.html
#pragma once

#include <string_view>

#include "engine/base/result.h"
#include "engine/schema/table_definition.h"

namespace holdfast {

// `definition` must have passed CheckDefinitionConstraints.
Status CheckTableSettings(const TableDefinition& definition);

// [open] Of a policy only the size is checked: the service also refuses what is not a policy.
Status CheckResourcePolicy(std::string_view document);

// What SSESpecification's members may be together.
Status CheckSse(const SseSpecification& sse);
// One of the two classes, or absent.
Status CheckTableClass(const EnumField<TableClass>& table_class);

// Whether the table is to be encrypted with a key of KMS.
bool UsesKms(const SseSpecification& sse);

}  // namespace holdfast
