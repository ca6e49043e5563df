// BatchGetItem: 1 to 100 independent reads in one call, each of its own moment.
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_BatchGetItem.html
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/result.h"
#include "engine/expressions/expression_fields.h"
#include "engine/operations/request_rules/request_fields.h"
#include "engine/read/work_budget.h"
#include "engine/tables/consumed_capacity.h"
#include "engine/values/attribute_value.h"
#include "engine/values/response_item.h"

namespace holdfast {
struct DatabaseState;
struct ItemReadPlan;

// Of one table. At least one key, and none twice. `projection_expression` and `attributes_to_get` exclude each other.
struct KeysAndAttributes {
  std::optional<std::vector<AttributeMap>> keys;
  std::optional<AttributeNames> attributes_to_get;
  std::optional<bool> consistent_read;
  std::optional<std::string> projection_expression;
  std::optional<ExpressionAttributeNames> expression_attribute_names;
};

struct BatchGetItemRequest {
  // Table name to what is read there, in request order; a table occurs once.
  using Tables = std::vector<std::pair<std::string, KeysAndAttributes>>;
  std::optional<Tables> request_items;
  // How RequestItems was written, for the message that repeats it; needed only if a table's name is none.
  std::string request_items_text;
  EnumField<ReturnConsumedCapacity> return_consumed_capacity;
};

struct BatchGetItemResponse {
  // Every requested table, with the items found there; keys without an item are left out.
  std::vector<std::pair<std::string, std::vector<ResponseItem>>> responses;
  // The keys that remained when the items' sizes would have exceeded 16 MiB (limits::kBatchGetResponseBytesMax).
  BatchGetItemRequest::Tables unprocessed_keys;
  // One entry for each requested table.
  std::optional<std::vector<ConsumedCapacity>> consumed_capacity;
};

// `budget`: a bound on the work, or null; see engine/read/work_budget.h. Errors, of any table: ValidationException,
// ResourceNotFoundException, AccessDeniedException, kWorkBudgetExhausted. PlanBatchGetItem only plans it.
Status PlanBatchGetItem(const DatabaseState& database, const BatchGetItemRequest& request, ItemReadPlan& plan);
Result<BatchGetItemResponse> BatchGetItem(DatabaseState& database, const BatchGetItemRequest& request,
                                          WorkBudget* budget = nullptr);

}  // namespace holdfast
