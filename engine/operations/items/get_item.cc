#include "engine/operations/items/get_item.h"

#include "engine/expressions/projection_expression.h"
#include "engine/indexes/index_key_rules.h"
#include "engine/operations/request_rules/item_projection.h"
#include "engine/operations/request_rules/member_rules.h"
#include "engine/read/item_reads.h"
#include "engine/tables/capacity_units.h"

namespace holdfast {
namespace {

constexpr ValidationLayer kLayer = validation_layers::kGetItem;

Status CheckConstraints(const GetItemRequest& request) {
  if (request.key.has_value()) HOLDFAST_RETURN_IF_ERROR(CheckTableNameAlone(request.table_name));
  errors::Constraints constraints;
  constraints.Enum(request.return_consumed_capacity, "returnConsumedCapacity");
  ConstrainAttributesToGet(request.attributes_to_get, "attributesToGet", constraints);
  ConstrainTableName(request.table_name, constraints);
  constraints.NotNull(request.key.has_value(), "key");
  return constraints.Report();
}

}  // namespace

Result<GetItemResponse> GetItem(DatabaseState& database, const GetItemRequest& request) {
  HOLDFAST_RETURN_IF_ERROR(CheckConstraints(request));
  HOLDFAST_RETURN_IF_ERROR(CheckProjectionMembers(kLayer, request));
  HOLDFAST_RETURN_IF_ERROR(CheckValue(kLayer, request.key->problem()));
  HOLDFAST_RETURN_IF_ERROR(CheckAttributesToGet(request.attributes_to_get));
  HOLDFAST_ASSIGN_OR_RETURN(const std::optional<ProjectionExpression> projection, ParseProjection(kLayer, request));

  HOLDFAST_ASSIGN_OR_RETURN(const std::shared_ptr<Table> table, FindTable(database, *request.table_name));
  HOLDFAST_ASSIGN_OR_RETURN(const TableKey key, KeyOfLookup(table->schema(), *request.key));
  if (projection.has_value()) HOLDFAST_RETURN_IF_ERROR(CheckNoPathUnderKeys(*table, projection->paths()));

  GetItemResponse response;
  const ItemRef item = ReadItem(*table, key);
  if (item != nullptr) response.item = ProjectItem(projection, item);
  const ReturnConsumedCapacity capacity = request.return_consumed_capacity.value_or(ReturnConsumedCapacity::kNone);
  if (capacity != ReturnConsumedCapacity::kNone) {
    response.consumed_capacity.emplace();
    response.consumed_capacity->table_name = table->name();
    response.consumed_capacity->by_index = capacity == ReturnConsumedCapacity::kIndexes;
    response.consumed_capacity->table_units =
        ReadUnits(item == nullptr ? 0 : item->size_bytes()) * (request.consistent_read ? 1.0 : 0.5);
  }
  return response;
}

}  // namespace holdfast
