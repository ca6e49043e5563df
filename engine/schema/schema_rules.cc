#include "engine/schema/schema_rules.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "engine/base/limits.h"
#include "engine/errors/tables/table_errors.h"
#include "engine/schema/throughput_rules.h"

namespace holdfast {
namespace {

using Elements = std::vector<KeySchemaElement>;

bool IsHash(const KeySchemaElement& element) { return element.key_type.is(KeyType::kHash); }

errors::Names NamesOf(const Elements& elements) {
  errors::Names names;
  for (const KeySchemaElement& element : elements) names.push_back(*element.attribute_name);
  return names;
}

// The AttributeDefinitions of a request, and which of them a key has used so far.
class Definitions {
 public:
  // Records all definitions. Fails if two have the same name.
  Status Read(const std::vector<AttributeDefinition>& definitions) {
    for (const AttributeDefinition& definition : definitions) {
      const std::string_view name = *definition.attribute_name;
      if (!types_.emplace(name, definition.attribute_type.value_or(ScalarAttributeType::kString)).second) {
        return errors::AttributeDuplicated(name);
      }
      names_.push_back(name);
    }
    return {};
  }

  size_t size() const { return names_.size(); }

  // Fails if an attribute of a key is not defined.
  Status CheckDefined(const Elements& elements) const {
    for (const KeySchemaElement& element : elements) {
      if (!types_.contains(*element.attribute_name)) return errors::KeysNotDefined(NamesOf(elements), names_);
    }
    return {};
  }

  // Builds the key that `elements` describe, and records its attributes as used. `elements` must have been checked.
  KeySchema BuildKeySchema(const Elements& elements) {
    KeySchema key;
    for (const KeySchemaElement& element : elements) {
      const std::string_view name = *element.attribute_name;
      if (used_.insert(name).second) used_names_.push_back(name);
      (IsHash(element) ? key.hash : key.range).push_back({std::string(name), types_.at(name)});
    }
    return key;
  }

  Status CheckAllUsed() const {
    if (used_names_.size() == names_.size()) return {};
    // The message lists both in the order in which they were read; the service, in the order of a hash table.
    return errors::DefinitionsNotUsed(names_, used_names_);
  }

 private:
  std::unordered_map<std::string_view, ScalarAttributeType> types_;
  errors::Names names_;
  std::unordered_set<std::string_view> used_;
  errors::Names used_names_;
};

// The key schema of a table or a local index: a HASH element, and at most one RANGE element after it.
Status CheckSimpleKeySchema(const Elements& elements, const Definitions& definitions) {
  HOLDFAST_RETURN_IF_ERROR(definitions.CheckDefined(elements));
  if (elements.size() == 2 && elements[0].attribute_name == elements[1].attribute_name) {
    return errors::HashAndRangeAreOneAttribute();
  }
  if (!IsHash(elements[0])) return errors::FirstElementNotHash();
  if (elements.size() == 2 && IsHash(elements[1])) return errors::SecondElementNotRange();
  return {};
}

Status CheckTableKeySchema(const TableDefinition& definition, const Definitions& definitions) {
  if (definition.key_schema->size() > definitions.size()) return errors::MoreKeysThanDefinitions();
  HOLDFAST_RETURN_IF_ERROR(CheckSimpleKeySchema(*definition.key_schema, definitions));
  const bool has_indexes = definition.local_secondary_indexes || definition.global_secondary_indexes;
  if (!has_indexes && definition.key_schema->size() != definitions.size()) return errors::DefinitionCountMismatch();
  return {};
}

Status CheckLocalIndexKeySchema(const LocalSecondaryIndex& index, const Elements& table_elements,
                                const Definitions& definitions) {
  HOLDFAST_RETURN_IF_ERROR(CheckSimpleKeySchema(*index.key_schema, definitions));
  if (index.key_schema->size() < 2) return errors::LocalIndexWithoutRangeKey(*index.index_name);
  const std::string& index_hash = *index.key_schema->front().attribute_name;
  const std::string& table_hash = *table_elements.front().attribute_name;
  if (index_hash != table_hash) return errors::LocalIndexHashKeyDiffers(*index.index_name, index_hash, table_hash);
  return {};
}

// The key schema of a global index: up to four HASH elements, then up to four RANGE elements. [open] Which of several
// errors the service reports was not captured, except that an undefined attribute comes before the others.
Status CheckGlobalIndexKeySchema(const Elements& elements, const Definitions& definitions) {
  HOLDFAST_RETURN_IF_ERROR(definitions.CheckDefined(elements));
  std::unordered_set<std::string_view> names;
  size_t hash_count = 0;
  bool hash_after_range = false;
  for (size_t i = 0; i < elements.size(); ++i) {
    if (!names.insert(*elements[i].attribute_name).second) {
      return elements.size() == 2 ? errors::HashAndRangeAreOneAttribute() : errors::KeyAttributeRepeated();
    }
    if (!IsHash(elements[i])) continue;
    if (hash_count < i) hash_after_range = true;
    ++hash_count;
  }
  if (!IsHash(elements[0])) return errors::FirstElementNotHash();
  if (hash_count > limits::kGlobalIndexHashAttributesMax) return errors::TooManyHashAttributes();
  if (elements.size() - hash_count > limits::kGlobalIndexRangeAttributesMax) return errors::TooManyRangeAttributes();
  if (hash_after_range) return errors::HashAfterRange();
  return {};
}

Status ReadLocalIndexKeys(const TableDefinition& definition, Definitions* definitions, TableSchema* schema) {
  if (!definition.local_secondary_indexes) return {};
  if (definition.local_secondary_indexes->empty()) return errors::LocalIndexListEmpty();
  if (schema->key.range.empty()) return errors::LocalIndexNeedsTableRangeKey();
  for (const LocalSecondaryIndex& index : *definition.local_secondary_indexes) {
    HOLDFAST_RETURN_IF_ERROR(CheckLocalIndexKeySchema(index, *definition.key_schema, *definitions));
    IndexSchema& built = schema->local_indexes.emplace_back();
    built.name = *index.index_name;
    built.key = definitions->BuildKeySchema(*index.key_schema);
  }
  if (schema->local_indexes.size() > limits::kLocalIndexesMax) return errors::TooManyLocalIndexes();
  return {};
}

Status ReadGlobalIndexKeys(const TableDefinition& definition, Definitions* definitions, TableSchema* schema) {
  if (!definition.global_secondary_indexes) return {};
  if (definition.global_secondary_indexes->empty()) return errors::GlobalIndexListEmpty();
  for (const GlobalSecondaryIndex& index : *definition.global_secondary_indexes) {
    HOLDFAST_RETURN_IF_ERROR(CheckGlobalIndexKeySchema(*index.key_schema, *definitions));
    IndexSchema& built = schema->global_indexes.emplace_back();
    built.name = *index.index_name;
    built.global = true;
    built.key = definitions->BuildKeySchema(*index.key_schema);
  }
  if (schema->global_indexes.size() > limits::kGlobalIndexesMax) return errors::TooManyGlobalIndexes();
  return {};
}

Status ReadProjection(const Projection& projection, IndexSchema* index) {
  if (!projection.projection_type.present()) return errors::ProjectionTypeMissing();
  index->projection = projection.projection_type.value_or(ProjectionType::kAll);
  if (index->projection != ProjectionType::kInclude) {
    if (projection.non_key_attributes) return errors::NonKeyAttributesWithoutInclude(projection.projection_type.text());
    return {};
  }
  if (!projection.non_key_attributes) return errors::NonKeyAttributesMissing();
  std::unordered_set<std::string_view> names;
  for (const std::string& name : *projection.non_key_attributes) {
    if (!names.insert(name).second) return errors::NonKeyAttributeDuplicated(name);
  }
  index->non_key_attributes = *projection.non_key_attributes;
  std::sort(index->non_key_attributes.begin(), index->non_key_attributes.end());
  return {};
}

// The rules that are checked after CheckAllUsed: each index's projection and name, and a global index's throughput; at
// the end, the number of non-key attributes of all indexes.
Status ReadIndexDetails(const TableDefinition& definition, TableSchema* schema) {
  std::unordered_set<std::string_view> names;
  size_t non_key_attributes = 0;
  for (size_t i = 0; i < schema->local_indexes.size(); ++i) {
    IndexSchema& index = schema->local_indexes[i];
    HOLDFAST_RETURN_IF_ERROR(ReadProjection(*(*definition.local_secondary_indexes)[i].projection, &index));
    if (!names.insert(index.name).second) return errors::IndexNameDuplicated(index.name);
    non_key_attributes += index.non_key_attributes.size();
  }
  for (size_t i = 0; i < schema->global_indexes.size(); ++i) {
    IndexSchema& index = schema->global_indexes[i];
    const GlobalSecondaryIndex& given = (*definition.global_secondary_indexes)[i];
    HOLDFAST_RETURN_IF_ERROR(ReadProjection(*given.projection, &index));
    if (!names.insert(index.name).second) return errors::IndexNameDuplicated(index.name);
    HOLDFAST_RETURN_IF_ERROR(CheckIndexThroughput(given, BillingModeOf(definition)));
    non_key_attributes += index.non_key_attributes.size();
  }
  if (non_key_attributes > limits::kNonKeyAttributesTotalMax) return errors::TooManyNonKeyAttributes();
  return {};
}

}  // namespace

Result<TableSchema> BuildTableSchema(const TableDefinition& definition) {
  TableSchema schema;
  schema.name = *definition.table_name;
  Definitions definitions;
  HOLDFAST_RETURN_IF_ERROR(definitions.Read(*definition.attribute_definitions));
  HOLDFAST_RETURN_IF_ERROR(CheckTableKeySchema(definition, definitions));
  schema.key = definitions.BuildKeySchema(*definition.key_schema);
  HOLDFAST_RETURN_IF_ERROR(ReadLocalIndexKeys(definition, &definitions, &schema));
  HOLDFAST_RETURN_IF_ERROR(ReadGlobalIndexKeys(definition, &definitions, &schema));
  HOLDFAST_RETURN_IF_ERROR(definitions.CheckAllUsed());
  HOLDFAST_RETURN_IF_ERROR(ReadIndexDetails(definition, &schema));
  return schema;
}

Result<IndexSchema> BuildAddedIndexSchema(const std::vector<AttributeDefinition>& attribute_definitions,
                                          const GlobalSecondaryIndex& index) {
  Definitions definitions;
  HOLDFAST_RETURN_IF_ERROR(definitions.Read(attribute_definitions));
  HOLDFAST_RETURN_IF_ERROR(CheckGlobalIndexKeySchema(*index.key_schema, definitions));
  IndexSchema schema;
  schema.name = *index.index_name;
  schema.global = true;
  schema.key = definitions.BuildKeySchema(*index.key_schema);
  HOLDFAST_RETURN_IF_ERROR(ReadProjection(*index.projection, &schema));
  return schema;
}

}  // namespace holdfast
