#include "engine/operations/queries/page_request.h"

#include <algorithm>
#include <utility>

#include "engine/errors/general_errors.h"
#include "engine/expressions/legacy_translation.h"
#include "engine/indexes/index_entry.h"
#include "engine/schema/key_rules.h"
#include "engine/values/value_builder.h"

namespace holdfast {

Result<ReadTarget> FindReadTarget(std::shared_ptr<Table> table, const std::optional<std::string>& index_name,
                                  bool consistent_read) {
  ReadTarget target{std::move(table), nullptr, std::nullopt};
  if (!index_name.has_value()) return target;
  target.local_order = target.table->FindLocalIndex(*index_name);
  if (target.local_order.has_value()) return target;
  target.global_index = target.table->FindGlobalIndex(*index_name);
  if (target.global_index == nullptr) return errors::NoSuchIndex(*index_name);
  if (consistent_read) return errors::ConsistentReadOnGlobalIndex();
  if (target.global_index->is_being_created()) return errors::IndexIsBackfilling(*index_name);
  return target;
}

Status CheckSelect(const SelectMembers& members, bool adds_prefix) {
  if (!members.select_given) return {};
  const bool has_projection = members.has_projection_expression || members.has_attributes_to_get;
  if (members.select == Select::kSpecificAttributes) {
    if (has_projection) return {};
    Error error = errors::SelectSpecificWithoutProjection();
    if (adds_prefix) error.message = errors::WithValidationErrorPrefix(error.message);
    return error;
  }
  if (has_projection) {
    return errors::ProjectionWithSelect(
        members.has_projection_expression ? "ProjectionExpression" : "AttributesToGet",
        members.select == Select::kCount ? "only the Count" : EnumField<Select>::TextOf(members.select));
  }
  if (members.select == Select::kAllProjectedAttributes && !members.has_index)
    return errors::AllProjectedWithoutIndex();
  return {};
}

Status CheckSelectOnIndex(const ReadTarget& target, const SelectMembers& members) {
  if (target.global_index != nullptr && members.select_given && members.select == Select::kAllAttributes &&
      target.global_index->schema.projection != ProjectionType::kAll) {
    return errors::AllAttributesOnPartialGlobalIndex(target.global_index->schema.name);
  }
  return {};
}

void AddIfNotProjected(const ReadTarget& target, const DocumentPath& path, errors::Names& missing) {
  const std::string_view attribute = path.attribute();
  if (Projects(target.table->schema(), *target.index(), attribute)) return;
  if (std::find(missing.begin(), missing.end(), attribute) == missing.end()) missing.push_back(attribute);
}

errors::Names NotProjected(const ReadTarget& target, const std::vector<DocumentPath>& paths) {
  errors::Names missing;
  for (const DocumentPath& path : paths) AddIfNotProjected(target, path, missing);
  return missing;
}

Status CheckProjectedByIndex(const PageReadPlan& plan) {
  if (plan.target.global_index == nullptr || !plan.projection.has_value()) return {};
  const errors::Names missing = NotProjected(plan.target, plan.projection->paths());
  return missing.empty() ? Status() : errors::NotProjected(plan.target.index()->name, missing);
}

Status CheckFilterProjectedByIndex(const PageReadPlan& plan) {
  if (plan.target.index() == nullptr || !plan.filter.has_value()) return {};
  const errors::Names missing = NotProjected(plan.target, plan.filter->paths());
  return missing.empty() ? Status() : errors::FilterNotProjected(plan.target.index()->name, missing);
}

Status TranslateFilter(ValidationLayer layer, const std::optional<LegacyConditions>& conditions,
                       const EnumField<ConditionalOperator>& conditional_operator, PageReadPlan& plan) {
  static const LegacyConditions kNoConditions;
  HOLDFAST_RETURN_IF_ERROR(CheckAttributeNames(conditions));
  if (!conditions.has_value() && !conditional_operator.present()) return {};
  HOLDFAST_ASSIGN_OR_RETURN(
      plan.filter,
      WithLayerPrefix(layer, holdfast::TranslateFilter(conditions.has_value() ? *conditions : kNoConditions,
                                                       conditional_operator, layer.wording)));
  return {};
}

bool FetchesFromTable(const PageReadPlan& plan, const SelectMembers& members) {
  const ReadTarget& target = plan.target;
  if (!target.local_order.has_value() || target.index()->projection == ProjectionType::kAll) return false;
  if (members.select_given && members.select == Select::kAllAttributes) return true;
  return plan.projection.has_value() && !NotProjected(target, plan.projection->paths()).empty();
}

Status CheckStartKeyValues(ValidationLayer layer, const std::optional<AttributeMap>& start_key) {
  if (!start_key.has_value() || start_key->problem() == nullptr) return {};
  using Kind = ValueProblem::Kind;
  const Error error = ValueError(layer, *start_key->problem());
  switch (start_key->problem()->kind) {
    case Kind::kNoType:
    case Kind::kSeveralTypes:
    case Kind::kNullNotTrue:
    case Kind::kEmptyStringSet:
    case Kind::kEmptyBinarySet:
      return errors::InvalidStartKey(error.message);
    default:
      return error;
  }
}

Status CheckStartKeyOnTable(const TableSchema& table, AttributeMapView start_key) {
  for (const KeyAttribute* attribute : {&table.partition_key(), table.sort_key()}) {
    if (attribute == nullptr) continue;
    const std::optional<ValueView> value = start_key.Find(attribute->name);
    if (!value.has_value() || value->type() != ToValueType(attribute->type)) {
      return errors::StartKeyDoesNotMatchSchema();
    }
  }
  const Status lengths = CheckKeyValues(table, start_key);
  return lengths.ok() ? Status() : errors::InvalidStartKey(lengths.error().message);
}

size_t StartKeySize(const ReadTarget& target) {
  size_t size = target.key().size();
  if (target.index() == nullptr) return size;
  for (const std::vector<KeyAttribute>* attributes :
       {&target.table->schema().key.hash, &target.table->schema().key.range}) {
    for (const KeyAttribute& attribute : *attributes) size += target.key().Find(attribute.name) == nullptr ? 1u : 0u;
  }
  return size;
}

Result<ScanPosition> PositionOf(const ReadTarget& target, AttributeMapView key) {
  const TableSchema& table = target.table->schema();
  if (target.global_index != nullptr) {
    std::optional<GlobalEntryKey> entry =
        GlobalEntryKeyOf(table, *target.index(), target.global_index->entries.hash(), key);
    if (!entry.has_value()) return errors::InvalidStartKey();
    return ScanPosition{std::move(entry->partition), std::move(entry->sort)};
  }
  const TableKey table_key = KeyOfStored(table, key);
  if (!target.local_order.has_value()) {
    return ScanPosition{std::string(table_key.partition), std::string(table_key.sort)};
  }
  std::optional<std::string> entry = LocalEntryKeyOf(table, *target.index(), key);
  if (!entry.has_value()) return errors::InvalidStartKey();
  return ScanPosition{std::string(table_key.partition), std::move(*entry)};
}

AttributeMap LastEvaluatedKey(const ReadTarget& target, AttributeMapView item) {
  ValueBuilder builder(ValueBuilder::Root::kMap);
  builder.BeginMap();
  const KeySchema& table_key = target.table->schema().key;
  for (const auto& [name, value] : item) {
    if (table_key.Find(name) == nullptr && target.key().Find(name) == nullptr) continue;
    builder.Name(name);
    builder.Value(value);
  }
  builder.EndMap();
  return std::move(builder).TakeMap();
}

}  // namespace holdfast
