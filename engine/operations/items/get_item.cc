#include "engine/operations/items/get_item.h"

#include "engine/operations/request_rules/item_projection.h"
#include "engine/operations/request_rules/member_rules.h"
#include "engine/read/read_capacity.h"
#include "engine/read/read_path.h"
#include "engine/read/read_throttling.h"

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

Status PlanGetItem(const DatabaseState& database, const GetItemRequest& request, ItemRead& read) {
  HOLDFAST_RETURN_IF_ERROR(CheckConstraints(request));
  HOLDFAST_RETURN_IF_ERROR(CheckProjectionMembers(kLayer, request));
  HOLDFAST_RETURN_IF_ERROR(CheckValue(kLayer, request.key->problem()));
  HOLDFAST_RETURN_IF_ERROR(CheckAttributesToGet(request.attributes_to_get));
  read.consistent_read = request.consistent_read;
  HOLDFAST_ASSIGN_OR_RETURN(read.projection, ParseProjection(kLayer, request));
  HOLDFAST_ASSIGN_OR_RETURN(read.table, FindTable(database, *request.table_name));
  HOLDFAST_ASSIGN_OR_RETURN(read.key, KeyOfLookup(read.table->schema(), *request.key));
  return CheckNoPathUnderKeys(*read.table, read.projection);
}

Result<GetItemResponse> GetItem(DatabaseState& database, const GetItemRequest& request, WorkBudget* budget) {
  ItemRead read;
  HOLDFAST_RETURN_IF_ERROR(PlanGetItem(database, request, read));
  HOLDFAST_ASSIGN_OR_RETURN(FoundItem found, ExecuteRead(read, budget));
  HOLDFAST_RETURN_IF_ERROR(ChargeUnits(database.throughput.get(), read, found));
  GetItemResponse response;
  response.item = std::move(found.item);
  const ReturnConsumedCapacity capacity = request.return_consumed_capacity.value_or(ReturnConsumedCapacity::kNone);
  if (capacity != ReturnConsumedCapacity::kNone) {
    response.consumed_capacity =
        CapacityOf(*read.table, ReadUnitsOf(read, found), capacity == ReturnConsumedCapacity::kIndexes);
    NameAsRequested(request.table_name, *response.consumed_capacity);
  }
  return response;
}

}  // namespace holdfast
