// GetItem: reads an item by its key.
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_GetItem.html
#pragma once

#include <optional>
#include <string>

#include "engine/base/result.h"
#include "engine/base/work_budget.h"
#include "engine/expressions/expression_fields.h"
#include "engine/operations/request_rules/request_fields.h"
#include "engine/tables/consumed_capacity.h"
#include "engine/values/attribute_value.h"
#include "engine/values/response_item.h"

namespace holdfast {
struct DatabaseState;
struct ItemRead;

// `key` has the table's key attributes and no others. `projection_expression` and `attributes_to_get` exclude each
// other. `consistent_read` only doubles the capacity: every read sees the latest write.
struct GetItemRequest {
  std::optional<std::string> table_name;
  std::optional<AttributeMap> key;
  bool consistent_read = false;
  std::optional<std::string> projection_expression;
  std::optional<ExpressionAttributeNames> expression_attribute_names;
  std::optional<AttributeNames> attributes_to_get;
  EnumField<ReturnConsumedCapacity> return_consumed_capacity;
};

struct GetItemResponse {
  // Absent if there is no such item; empty if the projection finds nothing in it.
  std::optional<ResponseItem> item;
  // Read units: the size of the stored item in units of 4 KB (4,096 bytes) rounded up, at least one; half of that
  // without `consistent_read`.
  std::optional<ConsumedCapacity> consumed_capacity;
};

// Errors: ValidationException, ResourceNotFoundException, AccessDeniedException; of GetItem also kWorkBudgetExhausted,
// if projecting and returning the item exceeds `budget`, and, with throughput limits,
// ProvisionedThroughputExceededException and ThrottlingException. PlanGetItem validates the request and fills in
// `read`, without reading the item.
Status PlanGetItem(const DatabaseState& database, const GetItemRequest& request, ItemRead& read);
Result<GetItemResponse> GetItem(DatabaseState& database, const GetItemRequest& request, WorkBudget* budget = nullptr);

}  // namespace holdfast
