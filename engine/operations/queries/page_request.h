// What Query and Scan have in common: which index is read and which attributes are returned, the starting key, and the
// response of one page.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "engine/expressions/projection_expression.h"
#include "engine/operations/request_rules/request_fields.h"
#include "engine/operations/request_rules/validation_layer.h"
#include "engine/read/page.h"
#include "engine/read/read_path.h"
#include "engine/tables/consumed_capacity.h"
#include "engine/tables/table.h"
#include "engine/values/attribute_value.h"

namespace holdfast {

// The table or index that is read. Holds what it points into.
struct ReadTarget {
  std::shared_ptr<Table> table;
  // Null if the table itself is read, or a local index.
  std::shared_ptr<GlobalIndex> global_index;
  std::optional<size_t> local_order;

  // Null if the table itself is read.
  const IndexSchema* index() const;
  // Of the index, or of the table.
  const KeySchema& key() const;
  EntrySource source() const;
  // How many attributes a starting key has: those of the index's key and the table's.
  size_t start_key_size() const;
};

Result<ReadTarget> FindReadTarget(std::shared_ptr<Table> table, const std::optional<std::string>& index_name,
                                  bool consistent_read);

// Called after the read: entries of an index that was deleted meanwhile may be incomplete, so the read fails.
Status CheckIndexNotDropped(const ReadTarget& target);

struct SelectMembers {
  Select select;
  bool select_given;
  bool has_projection_expression;
  bool has_attributes_to_get;
  bool has_index;
};
// The rules about Select that need no table. Query wraps one of the messages, Scan does not.
Status CheckSelect(const SelectMembers& members, bool wraps_missing_projection);

// The rules that do: ALL_ATTRIBUTES or a projection of what a global index does not have.
Status CheckSelectOnIndex(const ReadTarget& target, const SelectMembers& members);
Status CheckProjectedByIndex(const ReadTarget& target, const std::optional<ProjectionExpression>& projection);

// How the page is to be read. If the local index that is read does not show all that is asked for, items are fetched
// from the table. [open] Whether AWS would fetch for a filter alone is not known; its documentation names the
// attributes that a query requests. So a filter is evaluated on the attributes that are visible to the reader.
PageOptions PageOptionsOf(const ReadTarget& target, const SelectMembers& members,
                          const std::optional<ConditionExpression>& filter,
                          const std::optional<ProjectionExpression>& projection, std::optional<int32_t> limit);

// The problem of an ExclusiveStartKey's values; some are framed as the starting key's.
Status CheckStartKeyValues(ValidationLayer layer, const std::optional<AttributeMap>& start_key);

// LastEvaluatedKey: the index's and the table's key attributes of `item`.
AttributeMap LastEvaluatedKey(const ReadTarget& target, AttributeMapView item);

// Fills in what QueryResponse and ScanResponse share.
template <typename Response>
void FillPageResponse(const ReadTarget& target, const SelectMembers& members, Page& page, Response& response) {
  response.count = page.count();
  response.scanned_count = page.scanned_count();
  if (members.select != Select::kCount) response.items = std::move(page.items());
  if (page.full()) response.last_evaluated_key = LastEvaluatedKey(target, page.last_item()->attributes());
}

std::optional<ConsumedCapacity> PageCapacity(const ReadTarget& target, const Page& page, bool consistent_read,
                                             const EnumField<ReturnConsumedCapacity>& return_consumed_capacity);

}  // namespace holdfast
