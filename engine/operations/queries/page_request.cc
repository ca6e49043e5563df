#include "engine/operations/queries/page_request.h"

#include <algorithm>
#include <utility>

#include "engine/base/limits.h"
#include "engine/errors/general_errors.h"
#include "engine/errors/request_errors.h"
#include "engine/indexes/index_entry.h"
#include "engine/tables/capacity_units.h"
#include "engine/values/value_builder.h"

namespace holdfast {

const IndexSchema* ReadTarget::index() const {
  if (global_index != nullptr) return &global_index->schema;
  if (local_order.has_value()) return &table->schema().local_indexes[*local_order];
  return nullptr;
}

const KeySchema& ReadTarget::key() const { return index() != nullptr ? index()->key : table->schema().key; }

EntrySource ReadTarget::source() const {
  if (global_index != nullptr) return {&global_index->entries, std::nullopt};
  return {&table->items(), local_order};
}

size_t ReadTarget::start_key_size() const {
  size_t size = key().size();
  if (index() == nullptr) return size;
  for (const std::vector<KeyAttribute>* attributes : {&table->schema().key.hash, &table->schema().key.range}) {
    for (const KeyAttribute& attribute : *attributes) size += key().Find(attribute.name) == nullptr ? 1u : 0u;
  }
  return size;
}

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

Status CheckIndexNotDropped(const ReadTarget& target) {
  if (target.global_index == nullptr || !target.global_index->dropped()) return {};
  return errors::NoSuchIndex(target.global_index->schema.name);
}

Status CheckSelect(const SelectMembers& members, bool wraps_missing_projection) {
  if (!members.select_given) return {};
  const bool has_projection = members.has_projection_expression || members.has_attributes_to_get;
  if (members.select == Select::kSpecificAttributes) {
    if (has_projection) return {};
    Error error = errors::SelectSpecificWithoutProjection();
    if (wraps_missing_projection) error.message = errors::InEnvelope(error.message);
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

Status CheckProjectedByIndex(const ReadTarget& target, const std::optional<ProjectionExpression>& projection) {
  if (target.global_index == nullptr || !projection.has_value()) return {};
  errors::Names missing;
  for (const DocumentPath& path : projection->paths()) {
    if (Projects(target.table->schema(), target.global_index->schema, path.attribute())) continue;
    if (std::find(missing.begin(), missing.end(), path.attribute()) == missing.end()) {
      missing.push_back(path.attribute());
    }
  }
  if (missing.empty()) return {};
  return errors::NotProjected(target.global_index->schema.name, missing);
}

namespace {

bool FetchesFromTable(const ReadTarget& target, const SelectMembers& members,
                      const std::optional<ProjectionExpression>& projection) {
  if (!target.local_order.has_value() || target.index()->projection == ProjectionType::kAll) return false;
  if (members.select_given && members.select == Select::kAllAttributes) return true;
  if (!projection.has_value()) return false;
  return std::any_of(projection->paths().begin(), projection->paths().end(), [&](const DocumentPath& path) {
    return !Projects(target.table->schema(), *target.index(), path.attribute());
  });
}

}  // namespace

PageOptions PageOptionsOf(const ReadTarget& target, const SelectMembers& members,
                          const std::optional<ConditionExpression>& filter,
                          const std::optional<ProjectionExpression>& projection, std::optional<int32_t> limit) {
  PageOptions options;
  options.table = &target.table->schema();
  options.index = target.index();
  options.fetch_from_table = FetchesFromTable(target, members, projection);
  options.filter = filter.has_value() ? &*filter : nullptr;
  options.projection = projection.has_value() ? &*projection : nullptr;
  if (limit.has_value()) options.limit = static_cast<size_t>(*limit);
  options.count_only = members.select == Select::kCount;
  return options;
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

std::optional<ConsumedCapacity> PageCapacity(const ReadTarget& target, const Page& page, bool consistent_read,
                                             const EnumField<ReturnConsumedCapacity>& return_consumed_capacity) {
  const ReturnConsumedCapacity requested = return_consumed_capacity.value_or(ReturnConsumedCapacity::kNone);
  if (requested == ReturnConsumedCapacity::kNone) return std::nullopt;
  ConsumedCapacity capacity;
  capacity.table_name = target.table->name();
  capacity.by_index = requested == ReturnConsumedCapacity::kIndexes;
  const double factor = consistent_read ? 1.0 : 0.5;
  const double units = ReadUnits(page.evaluated_bytes()) * factor;
  if (target.global_index != nullptr) {
    capacity.global_indexes.emplace_back(target.global_index->schema.name, units);
  } else if (target.local_order.has_value()) {
    capacity.local_indexes.emplace_back(target.index()->name, units);
    capacity.table_units = page.fetched_units() * factor;
  } else {
    capacity.table_units = units;
  }
  return capacity;
}

}  // namespace holdfast
