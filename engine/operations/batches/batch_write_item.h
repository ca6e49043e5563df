// BatchWriteItem: 1 to 25 independent puts and deletes in one call, executed one after the other in request order.
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_BatchWriteItem.html
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/result.h"
#include "engine/base/work_budget.h"
#include "engine/database/database_state.h"
#include "engine/operations/request_rules/request_fields.h"
#include "engine/tables/consumed_capacity.h"
#include "engine/values/attribute_value.h"

namespace holdfast {

// Exactly one of the two members must be present. No item may be written twice in a batch.
struct WriteRequest {
  struct PutRequest {
    std::optional<AttributeMap> item;
  };
  struct DeleteRequest {
    std::optional<AttributeMap> key;
  };
  std::optional<PutRequest> put_request;
  std::optional<DeleteRequest> delete_request;
};

struct BatchWriteItemRequest {
  // The name or ARN of each table and the writes to it, in request order. No text occurs twice, but a table may be
  // given by its name and again by its ARN.
  using Tables = std::vector<std::pair<std::string, std::vector<WriteRequest>>>;
  std::optional<Tables> request_items;
  EnumField<ReturnConsumedCapacity> return_consumed_capacity;
  EnumField<ReturnItemCollectionMetrics> return_item_collection_metrics;
};

struct BatchWriteItemResponse {
  // Writes that were throttled. If all were, the batch fails instead.
  BatchWriteItemRequest::Tables unprocessed_items;
  // One entry for each table written.
  std::optional<std::vector<ConsumedCapacity>> consumed_capacity;
  // The name of each table with a local index, and one entry for each item collection written.
  std::optional<std::vector<std::pair<std::string, std::vector<ItemCollectionMetrics>>>> item_collection_metrics;
};

// `budget`: a bound on the work, or null; see engine/base/work_budget.h.
// Errors before the first write: ValidationException, ResourceNotFoundException, AccessDeniedException,
// kWorkBudgetExhausted. During the writes: ItemCollectionSizeLimitExceededException, and a ValidationException if
// EngineOptions::max_memory_bytes is exceeded; the writes before the one that failed stay. After them:
// ProvisionedThroughputExceededException or ThrottlingException, if every write was throttled.
Result<BatchWriteItemResponse> BatchWriteItem(DatabaseState& database, const BatchWriteItemRequest& request,
                                              WorkBudget* budget = nullptr);

}  // namespace holdfast
