// BatchGetItem: 1 to 100 independent reads in one call; no snapshot is shared between them.
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_BatchGetItem.html
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/result.h"
#include "engine/base/work_budget.h"
#include "engine/expressions/expression_fields.h"
#include "engine/operations/request_rules/request_fields.h"
#include "engine/tables/consumed_capacity.h"
#include "engine/values/attribute_value.h"
#include "engine/values/response_item.h"

namespace holdfast {
struct DatabaseState;
struct ItemReadPlan;

// The reads of one table: at least one key, no key twice (but see `number_texts`). `projection_expression` and
// `attributes_to_get` exclude each other.
struct KeysAndAttributes {
  std::optional<std::vector<AttributeMap>> keys;
  std::optional<AttributeNames> attributes_to_get;
  std::optional<bool> consistent_read;
  std::optional<std::string> projection_expression;
  std::optional<ExpressionAttributeNames> expression_attribute_names;
  // For each of `keys`, how its numbers are written in the request; or empty, if the request was not made from text. To
  // the service, equal keys that write a number differently, such as 1 and 1.0, are no duplicates.
  std::vector<std::string> number_texts;
};

struct BatchGetItemRequest {
  // The name or ARN of each table and the reads from it, in request order. No text occurs twice, but a table may be
  // given by its name and again by its ARN.
  using Tables = std::vector<std::pair<std::string, KeysAndAttributes>>;
  std::optional<Tables> request_items;
  // The text of RequestItems, which the error for an invalid table name quotes; otherwise unused.
  std::string request_items_text;
  EnumField<ReturnConsumedCapacity> return_consumed_capacity;
};

struct BatchGetItemResponse {
  // Every requested table with its items that were found; keys without an item are left out.
  std::vector<std::pair<std::string, std::vector<ResponseItem>>> responses;
  // The keys that were throttled, and those that were not read because the items would have exceeded 16 MiB
  // (limits::kBatchGetResponseBytesMax).
  BatchGetItemRequest::Tables unprocessed_keys;
  // One entry for each requested table.
  std::optional<std::vector<ConsumedCapacity>> consumed_capacity;
};

// Validates the request and appends its reads to `plan`, without executing them.
Status PlanBatchGetItem(const DatabaseState& database, const BatchGetItemRequest& request, ItemReadPlan& plan);
// `budget`: a bound on the work, or null; see engine/base/work_budget.h. Errors: ValidationException,
// ResourceNotFoundException and AccessDeniedException, also if they concern only one of the tables;
// ProvisionedThroughputExceededException or ThrottlingException if every key that was read was throttled;
// kWorkBudgetExhausted.
Result<BatchGetItemResponse> BatchGetItem(DatabaseState& database, const BatchGetItemRequest& request,
                                          WorkBudget* budget = nullptr);

}  // namespace holdfast
