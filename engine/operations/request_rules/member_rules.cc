#include "engine/operations/request_rules/member_rules.h"

#include <algorithm>
#include <unordered_set>

#include "engine/base/limits.h"
#include "engine/errors/general_errors.h"
#include "engine/errors/request_errors.h"
#include "engine/errors/tables/table_errors.h"
#include "engine/tables/arn.h"
#include "engine/tables/table_name.h"

namespace holdfast {
namespace {

errors::Names PresentNames(Members members) {
  errors::Names names;
  for (const Member& member : members) {
    if (member.present) names.push_back(member.name);
  }
  return names;
}

bool AnyPresent(Members members) {
  return std::any_of(members.begin(), members.end(), [](const Member& member) { return member.present; });
}

}  // namespace

void ConstrainTableName(const std::optional<std::string>& table_name, errors::Constraints& constraints,
                        std::string_view path) {
  constraints.NotNull(table_name.has_value(), path);
  if (!table_name.has_value() || IsArn(*table_name)) return;
  constraints.LengthAtLeast(table_name->size(), 1, *table_name, path);
  if (!table_name->empty()) constraints.NamePattern(*table_name, path);
  constraints.LengthAtMost(table_name->size(), limits::kTableNameLengthMax, *table_name, path);
}

Status CheckTableNameAlone(const std::optional<std::string>& table_name) {
  if (!table_name.has_value()) return {};
  errors::Constraints constraints;
  ConstrainTableName(table_name, constraints);
  return constraints.Report();
}

Status CheckTableNameOfWriteAlone(const std::optional<std::string>& table_name) {
  if (!table_name.has_value() || !table_name->empty()) return CheckTableNameAlone(table_name);
  errors::Constraints constraints;
  constraints.LengthAtLeastWithoutValue(0, 1, "TableName");
  return constraints.Report();
}

void ConstrainIndexName(const std::optional<std::string>& index_name, errors::Constraints& constraints) {
  if (!index_name.has_value()) return;
  constraints.NamePattern(*index_name, "indexName");
  constraints.LengthAtLeast(index_name->size(), limits::kTableNameLengthMin, *index_name, "indexName");
  constraints.LengthAtMost(index_name->size(), limits::kTableNameLengthMax, *index_name, "indexName");
}

Result<std::shared_ptr<Table>> FindTable(const DatabaseState& database, std::string_view table_name) {
  HOLDFAST_ASSIGN_OR_RETURN(const std::string_view name,
                            ResolveTableName(table_name, database.region, database.account));
  std::shared_ptr<Table> table = database.tables.Find(name);
  if (table == nullptr || !table->accepts_data_plane_requests()) return errors::ResourceNotFound();
  return table;
}

void NameAsRequested(const std::optional<std::string>& table_name, ConsumedCapacity& capacity) {
  if (IsArn(*table_name) && BareTableName(*table_name) == capacity.table_name) capacity.table_name = *table_name;
}

void NameAsRequested(const std::optional<std::string>& table_name, std::vector<ConsumedCapacity>& capacity) {
  if (!IsArn(*table_name)) return;
  for (ConsumedCapacity& entry : capacity) NameAsRequested(table_name, entry);
}

Result<std::shared_ptr<Table>> FindTableByName(const DatabaseState& database, std::string_view table_name) {
  std::shared_ptr<Table> table = database.tables.Find(table_name);
  if (table == nullptr) return errors::NoSuchTable(table_name);
  return table;
}

Status CheckExpressionMembers(ValidationLayer layer, Members expressions, Members legacy) {
  if (!AnyPresent(expressions) || !AnyPresent(legacy)) return {};
  return WithLayerPrefix(layer, errors::ExpressionAndLegacyMembers(PresentNames(legacy), PresentNames(expressions)));
}

Status CheckPlaceholderMembers(ValidationLayer layer, bool has_names, bool has_values, Members expressions,
                               Members value_expressions) {
  if (has_names && !AnyPresent(expressions)) return WithLayerPrefix(layer, errors::NamesWithoutExpression());
  if (has_values && !AnyPresent(value_expressions)) {
    errors::Names absent;
    if (layer.wording == Wording::kOlder) {
      for (const Member& member : value_expressions) absent.push_back(member.name);
    }
    return WithLayerPrefix(layer, errors::ValuesWithoutExpression(absent));
  }
  return {};
}

Status CheckAttributeName(std::string_view name) {
  using Kind = ValueProblem::Kind;
  if (!name.empty() && name.size() <= limits::kAttributeNameBytesMax) return {};
  // Both validation layers have the same text.
  return errors::Validation(
      Describe({name.empty() ? Kind::kEmptyAttributeName : Kind::kAttributeNameTooLong}, Wording::kCurrent));
}

Status CheckAttributesToGet(const std::optional<AttributeNames>& attributes) {
  if (!attributes.has_value()) return {};
  for (const std::string& name : *attributes) HOLDFAST_RETURN_IF_ERROR(CheckAttributeName(name));
  std::unordered_set<std::string_view> names;
  for (const std::string& name : *attributes) {
    if (!names.insert(name).second) return errors::DuplicateAttributeToGet(name);
  }
  return {};
}

}  // namespace holdfast
