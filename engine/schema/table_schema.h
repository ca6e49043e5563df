// The schema of a table: its key, its indexes and their projections. Immutable while the table exists, except for the
// list of global indexes: Table::schema has those of the table's creation, Table::CurrentSchema the present ones.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/base/enum_field.h"
#include "engine/values/value_view.h"

namespace holdfast {

// The types a key attribute can have.
enum class ScalarAttributeType { kString, kNumber, kBinary };
template <>
struct EnumNames<ScalarAttributeType> {
  using E = ScalarAttributeType;
  static constexpr EnumName<E> kNames[] = {{E::kBinary, "B"}, {E::kNumber, "N"}, {E::kString, "S"}};
};
ValueType ToValueType(ScalarAttributeType type);

enum class ProjectionType { kAll, kInclude, kKeysOnly };
template <>
struct EnumNames<ProjectionType> {
  using E = ProjectionType;
  static constexpr EnumName<E> kNames[] = {{E::kAll, "ALL"}, {E::kInclude, "INCLUDE"}, {E::kKeysOnly, "KEYS_ONLY"}};
};

struct KeyAttribute {
  std::string name;
  ScalarAttributeType type;
};

// The key of a table or index: the attributes whose values together identify a partition, and those by which the
// partition's items are sorted. A table and a local index have one hash attribute and at most one range attribute; a
// global index has up to four of each.
struct KeySchema {
  std::vector<KeyAttribute> hash;
  std::vector<KeyAttribute> range;

  // The hash or range attribute `name`; null if there is none.
  const KeyAttribute* Find(std::string_view name) const;
  size_t size() const { return hash.size() + range.size(); }
};

struct IndexSchema {
  std::string name;
  bool global = false;
  KeySchema key;
  ProjectionType projection = ProjectionType::kAll;
  // With kInclude: NonKeyAttributes, which are projected in addition to the keys of index and table; ascending by name.
  std::vector<std::string> non_key_attributes;
};

struct TableSchema {
  std::string name;
  KeySchema key;
  // Both lists have the order of the CreateTable request; global indexes that UpdateTable added come after the others.
  std::vector<IndexSchema> local_indexes;
  std::vector<IndexSchema> global_indexes;

  const KeyAttribute& partition_key() const { return key.hash.front(); }
  const KeyAttribute* sort_key() const { return key.range.empty() ? nullptr : &key.range.front(); }
};

}  // namespace holdfast
