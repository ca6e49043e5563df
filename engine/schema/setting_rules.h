// The rules of CreateTable, and some of UpdateTable, about streams, encryption, table class, tags and policy.
// [open] The order in which the service checks them was not captured.
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_CreateTable.html
#pragma once

#include <string_view>

#include "engine/base/result.h"
#include "engine/schema/table_definition.h"

namespace holdfast {

// `definition` must have passed CheckDefinitionConstraints.
Status CheckTableSettings(const TableDefinition& definition);

// Checks the size of a policy, and that it is a JSON object. [open] The service also refuses objects that are not
// policies, and actions that it does not have.
Status CheckResourcePolicy(std::string_view document, bool is_json);

// Checks that the members of an SSESpecification fit together.
Status CheckSse(const SseSpecification& sse);
// Checks that the class is one of DynamoDB's two, or absent.
Status CheckTableClass(const EnumField<TableClass>& table_class);

// Whether the table is to be encrypted with a key of KMS.
bool UsesKms(const SseSpecification& sse);

}  // namespace holdfast
