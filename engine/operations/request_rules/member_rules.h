// Rules about request members that several operations share: table names, and which members may be combined.
#pragma once

#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "engine/database/database_state.h"
#include "engine/errors/constraints.h"
#include "engine/expressions/expression_fields.h"
#include "engine/indexes/index_key_rules.h"
#include "engine/operations/request_rules/request_fields.h"
#include "engine/operations/request_rules/validation_layer.h"
#include "engine/tables/consumed_capacity.h"
#include "engine/tables/table.h"
#include "engine/tables/table_name.h"

namespace holdfast {

// The constraints on TableName in the data plane (1 to 255 characters, the name pattern; an ARN is checked later).
void ConstrainTableName(const std::optional<std::string>& table_name, errors::Constraints& constraints,
                        std::string_view path = "tableName");
// DynamoDB reports an invalid table name before it checks other members, in an error without other problems.
Status CheckTableNameAlone(const std::optional<std::string>& table_name);
// The same for PutItem, UpdateItem and DeleteItem, which have another text for an empty name.
Status CheckTableNameOfWriteAlone(const std::optional<std::string>& table_name);
void ConstrainIndexName(const std::optional<std::string>& index_name, errors::Constraints& constraints);

// See engine/tables/table_name.h.
inline Result<std::string_view> ResolveControlPlaneTableName(const DatabaseState& database,
                                                             const std::optional<std::string>& table_name) {
  return ResolveControlPlaneTableName(table_name, database.region, database.account);
}

// The table that `table_name`, a name or an ARN, denotes. `table_name` must have passed the constraints. An error
// unless the table accepts data-plane requests.
Result<std::shared_ptr<Table>> FindTable(const DatabaseState& database, std::string_view table_name);

// The same for the control plane, whose error names the table. `table_name` is not an ARN: ResolveControlPlaneTableName
// has returned it. The table may be in any state.
Result<std::shared_ptr<Table>> FindTableByName(const DatabaseState& database, std::string_view table_name);

// Names the table in `capacity` as the request does: a response has the ARN of a table that the request names by its
// ARN (https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_ConsumedCapacity.html). [open] So does one
// whose request has both the ARN and the name.
void NameAsRequested(const std::optional<std::string>& table_name, ConsumedCapacity& capacity);
void NameAsRequested(const std::optional<std::string>& table_name, std::vector<ConsumedCapacity>& capacity);

struct Member {
  std::string_view name;
  bool present;
};
using Members = std::initializer_list<Member>;

// Expressions cannot be combined with legacy parameters.
Status CheckExpressionMembers(ValidationLayer layer, Members expressions, Members legacy);
// ExpressionAttributeNames and ExpressionAttributeValues need an expression that can use them. `value_expressions`: the
// expressions that can use values, in the order of the error text.
Status CheckPlaceholderMembers(ValidationLayer layer, bool has_names, bool has_values, Members expressions,
                               Members value_expressions);

// Checks the name of an attribute that a request gives outside an item: not empty, at most 65,535 bytes.
Status CheckAttributeName(std::string_view name);
// Checks the names in a map of legacy conditions or updates.
template <typename Map>
Status CheckAttributeNames(const std::optional<Map>& map) {
  if (!map.has_value()) return {};
  for (const auto& [name, value] : *map) HOLDFAST_RETURN_IF_ERROR(CheckAttributeName(name));
  return {};
}

// Key attributes of the table and of its indexes are scalars: no path of `expression`, if it is present, may lead into
// one of them.
template <typename Expression>
Status CheckNoPathUnderKeys(const Table& table, const std::optional<Expression>& expression) {
  if (!expression.has_value()) return {};
  return CheckNoPathUnderKeys(table, expression->paths());
}

// AttributesToGet must hold names of attributes, and none of them twice.
Status CheckAttributesToGet(const std::optional<AttributeNames>& attributes);

}  // namespace holdfast
