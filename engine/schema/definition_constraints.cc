#include "engine/schema/definition_constraints.h"

#include <optional>
#include <string>
#include <vector>

#include "absl/strings/str_join.h"
#include "engine/base/limits.h"
#include "engine/errors/tables/table_errors.h"

namespace holdfast {
namespace {

using errors::Constraints;

// Some of the service's hosts print Java object identities instead of this list.
std::string FormatList(const std::vector<KeySchemaElement>& elements) {
  std::string text = "[";
  for (const KeySchemaElement& element : elements) {
    if (text.size() > 1) text += ", ";
    text += "KeySchemaElement(attributeName=";
    text += element.attribute_name ? *element.attribute_name : "null";
    text += ", keyType=";
    text += element.key_type.present() ? element.key_type.text() : "null";
    text += ")";
  }
  return text += "]";
}

// `<path>.<number>.member`, counting from 1.
std::string MemberPath(std::string_view path, size_t index) {
  return std::string(path) + "." + std::to_string(index + 1) + ".member";
}

void CheckAttributeName(std::string_view name, std::string_view path, Constraints* constraints) {
  constraints->LengthAtLeast(name.size(), 1, name, path);
  constraints->LengthAtMost(name.size(), limits::kKeyNameBytesMax, name, path);
}

void CheckAttributeName(const std::optional<std::string>& name, std::string_view path, Constraints* constraints) {
  constraints->NotNull(name.has_value(), path);
  if (name) CheckAttributeName(std::string_view(*name), path, constraints);
}

template <typename E>
void CheckRequiredEnum(const EnumField<E>& field, std::string_view path, Constraints* constraints) {
  constraints->NotNull(field.present(), path);
  constraints->Enum(field, path);
}

void CheckThroughput(const std::optional<ProvisionedThroughput>& throughput, const std::string& path,
                     Constraints* constraints) {
  if (!throughput) return;
  // The service reports write units before read units.
  const std::string write_path = path + ".writeCapacityUnits";
  constraints->NotNull(throughput->write_capacity_units.has_value(), write_path);
  if (throughput->write_capacity_units) constraints->AtLeast(*throughput->write_capacity_units, 1, write_path);
  const std::string read_path = path + ".readCapacityUnits";
  constraints->NotNull(throughput->read_capacity_units.has_value(), read_path);
  if (throughput->read_capacity_units) constraints->AtLeast(*throughput->read_capacity_units, 1, read_path);
}

void CheckKeySchema(const std::optional<std::vector<KeySchemaElement>>& key_schema, size_t elements_max,
                    const std::string& path, Constraints* constraints) {
  constraints->NotNull(key_schema.has_value(), path);
  if (!key_schema) return;
  if (key_schema->empty() || key_schema->size() > elements_max) {
    const std::string formatted = FormatList(*key_schema);
    constraints->LengthAtLeast(key_schema->size(), 1, formatted, path);
    constraints->LengthAtMost(key_schema->size(), elements_max, formatted, path);
  }
  for (size_t i = 0; i < key_schema->size(); ++i) {
    const KeySchemaElement& element = (*key_schema)[i];
    const std::string member = MemberPath(path, i);
    CheckAttributeName(element.attribute_name, member + ".attributeName", constraints);
    CheckRequiredEnum(element.key_type, member + ".keyType", constraints);
  }
}

void CheckProjection(const std::optional<Projection>& projection, const std::string& path, Constraints* constraints) {
  constraints->NotNull(projection.has_value(), path);
  if (!projection) return;
  constraints->Enum(projection->projection_type, path + ".projectionType");
  if (!projection->non_key_attributes) return;
  const std::vector<std::string>& names = *projection->non_key_attributes;
  const std::string names_path = path + ".nonKeyAttributes";
  if (names.empty() || names.size() > limits::kNonKeyAttributesPerIndexMax) {
    const std::string formatted = "[" + absl::StrJoin(names, ", ") + "]";
    constraints->LengthAtLeast(names.size(), 1, formatted, names_path);
    constraints->LengthAtMost(names.size(), limits::kNonKeyAttributesPerIndexMax, formatted, names_path);
  }
  for (size_t i = 0; i < names.size(); ++i) {
    CheckAttributeName(std::string_view(names[i]), MemberPath(names_path, i), constraints);
  }
}

void CheckIndexName(const std::optional<std::string>& name, const std::string& path, Constraints* constraints) {
  constraints->NotNull(name.has_value(), path);
  if (name) CheckResourceName(*name, path, constraints);
}

void CheckLocalIndexes(const std::vector<LocalSecondaryIndex>& indexes, std::string_view path,
                       Constraints* constraints) {
  for (size_t i = 0; i < indexes.size(); ++i) {
    const std::string member = MemberPath(path, i);
    CheckIndexName(indexes[i].index_name, member + ".indexName", constraints);
    CheckKeySchema(indexes[i].key_schema, limits::kSimpleKeyElementsMax, member + ".keySchema", constraints);
    CheckProjection(indexes[i].projection, member + ".projection", constraints);
  }
}

void CheckGlobalIndex(const GlobalSecondaryIndex& index, const std::string& path, Constraints* constraints) {
  constexpr size_t kElementsMax = limits::kGlobalIndexHashAttributesMax + limits::kGlobalIndexRangeAttributesMax;
  CheckKeySchema(index.key_schema, kElementsMax, path + ".keySchema", constraints);
  CheckProjection(index.projection, path + ".projection", constraints);
  CheckIndexName(index.index_name, path + ".indexName", constraints);
  CheckThroughput(index.provisioned_throughput, path + ".provisionedThroughput", constraints);
}

void CheckGlobalIndexes(const std::vector<GlobalSecondaryIndex>& indexes, std::string_view path,
                        Constraints* constraints) {
  for (size_t i = 0; i < indexes.size(); ++i) {
    CheckGlobalIndex(indexes[i], MemberPath(path, i), constraints);
  }
}

void CheckGlobalIndexUpdates(const std::vector<GlobalSecondaryIndexUpdate>& updates, Constraints* constraints) {
  for (size_t i = 0; i < updates.size(); ++i) {
    const std::string member = MemberPath("globalSecondaryIndexUpdates", i);
    if (const auto& update = updates[i].update) {
      CheckIndexName(update->index_name, member + ".update.indexName", constraints);
      CheckThroughput(update->provisioned_throughput, member + ".update.provisionedThroughput", constraints);
    }
    if (const auto& create = updates[i].create) CheckGlobalIndex(*create, member + ".create", constraints);
    if (const auto& remove = updates[i].remove) {
      CheckIndexName(remove->index_name, member + ".delete.indexName", constraints);
    }
  }
}

void CheckAttributeDefinitions(const std::vector<AttributeDefinition>& attributes, Constraints* constraints) {
  for (size_t i = 0; i < attributes.size(); ++i) {
    const std::string member = MemberPath("attributeDefinitions", i);
    CheckAttributeName(attributes[i].attribute_name, member + ".attributeName", constraints);
    CheckRequiredEnum(attributes[i].attribute_type, member + ".attributeType", constraints);
  }
}

void CheckStreamSpecification(const std::optional<StreamSpecification>& stream, Constraints* constraints) {
  if (!stream) return;
  constraints->NotNull(stream->stream_enabled.has_value(), "streamSpecification.streamEnabled");
  constraints->Enum(stream->stream_view_type, "streamSpecification.streamViewType");
}

// [open] The spelling of these paths was not captured.
void CheckSseSpecification(const std::optional<SseSpecification>& sse, const std::string& path,
                           Constraints* constraints) {
  if (sse) constraints->Enum(sse->sse_type, path + ".sSEType");
}

void CheckReplicaUpdates(const std::vector<ReplicationGroupUpdate>& updates, Constraints* constraints) {
  constraints->LengthAtLeast(updates.size(), 1, "[]", "replicaUpdates");
  for (size_t i = 0; i < updates.size(); ++i) {
    const auto check = [&](const std::optional<ReplicationGroupMemberAction>& action, const char* name) {
      if (action) constraints->NotNull(action->region_name.has_value(), MemberPath("replicaUpdates", i) + name);
    };
    check(updates[i].create, ".create.regionName");
    check(updates[i].update, ".update.regionName");
    check(updates[i].remove, ".delete.regionName");
  }
}

Status CheckTableName(const std::optional<std::string>& table_name) {
  if (!table_name) return errors::TableNameMissing();
  Constraints constraints;
  CheckResourceName(*table_name, "tableName", &constraints);
  return constraints.Report();
}

}  // namespace

bool IsResourceName(std::string_view name) {
  return name.size() >= limits::kTableNameLengthMin && name.size() <= limits::kTableNameLengthMax &&
         errors::MatchesNamePattern(name);
}

void CheckResourceName(std::string_view name, std::string_view path, Constraints* constraints) {
  constraints->NamePattern(name, path);
  constraints->LengthAtLeast(name.size(), limits::kTableNameLengthMin, name, path);
  constraints->LengthAtMost(name.size(), limits::kTableNameLengthMax, name, path);
}

// The order in which the service reports violations of the members looks like that of a Java hash map. Members whose
// current place in it was not captured have the place of an older capture.
Status CheckDefinitionConstraints(const TableDefinition& definition) {
  HOLDFAST_RETURN_IF_ERROR(CheckTableName(definition.table_name));
  Constraints constraints;
  constraints.Enum(definition.billing_mode, "billingMode");
  CheckThroughput(definition.provisioned_throughput, "provisionedThroughput", &constraints);
  CheckKeySchema(definition.key_schema, limits::kSimpleKeyElementsMax, "keySchema", &constraints);
  constraints.NotNull(definition.attribute_definitions.has_value(), "attributeDefinitions");
  if (definition.attribute_definitions) {
    CheckAttributeDefinitions(*definition.attribute_definitions, &constraints);
  }
  if (definition.global_secondary_indexes) {
    CheckGlobalIndexes(*definition.global_secondary_indexes, "globalSecondaryIndexes", &constraints);
  }
  if (definition.local_secondary_indexes) {
    CheckLocalIndexes(*definition.local_secondary_indexes, "localSecondaryIndexes", &constraints);
  }
  CheckStreamSpecification(definition.stream_specification, &constraints);
  CheckSseSpecification(definition.sse_specification, "sSESpecification", &constraints);
  if (definition.tags) {
    for (size_t i = 0; i < definition.tags->size(); ++i) {
      const Tag& tag = (*definition.tags)[i];
      const std::string member = MemberPath("tags", i);
      constraints.NotNull(tag.key.has_value(), member + ".key");
      constraints.NotNull(tag.value.has_value(), member + ".value");
    }
  }
  return constraints.Report();
}

// The service supports these members. Ignoring them silently would create a table that differs from the request.
Status CheckSupported(const CloudOnlyMembers& members) {
  if (members.vector_indexes) return errors::FeatureNotSupported("VectorIndexes");
  if (members.global_table_source_arn) return errors::FeatureNotSupported("GlobalTableSourceArn");
  if (members.global_table_settings_replication_mode) {
    return errors::FeatureNotSupported("GlobalTableSettingsReplicationMode");
  }
  return {};
}

Status CheckUpdateConstraints(const TableUpdate& update) {
  Constraints constraints;
  constraints.Enum(update.billing_mode, "billingMode");
  CheckThroughput(update.provisioned_throughput, "provisionedThroughput", &constraints);
  if (update.attribute_definitions) CheckAttributeDefinitions(*update.attribute_definitions, &constraints);
  CheckGlobalIndexUpdates(update.index_updates(), &constraints);
  CheckStreamSpecification(update.stream_specification, &constraints);
  CheckSseSpecification(update.sse_specification, "sSESpecification", &constraints);
  if (update.other_regions.replica_updates) CheckReplicaUpdates(*update.other_regions.replica_updates, &constraints);
  return constraints.Report();
}

void CheckOverrideConstraints(const TableOverrides& overrides, errors::Constraints* constraints) {
  constraints->Enum(overrides.billing_mode, "billingModeOverride");
  CheckThroughput(overrides.provisioned_throughput, "provisionedThroughputOverride", constraints);
  if (overrides.global_secondary_indexes) {
    CheckGlobalIndexes(*overrides.global_secondary_indexes, "globalSecondaryIndexOverride", constraints);
  }
  if (overrides.local_secondary_indexes) {
    CheckLocalIndexes(*overrides.local_secondary_indexes, "localSecondaryIndexOverride", constraints);
  }
  CheckSseSpecification(overrides.sse_specification, "sSESpecificationOverride", constraints);
}

}  // namespace holdfast
