// A table as a CreateTable request describes it, before any rule has been checked. Absent members are absent here too,
// because DynamoDB's messages distinguish an absent member from an empty one.
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_CreateTable.html
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/enum_field.h"
#include "engine/schema/table_schema.h"

namespace holdfast {

enum class KeyType { kHash, kRange };
template <>
struct EnumNames<KeyType> {
  using E = KeyType;
  static constexpr EnumName<E> kNames[] = {{E::kHash, "HASH"}, {E::kRange, "RANGE"}};
};

enum class BillingMode { kProvisioned, kPayPerRequest };
template <>
struct EnumNames<BillingMode> {
  using E = BillingMode;
  static constexpr EnumName<E> kNames[] = {{E::kProvisioned, "PROVISIONED"}, {E::kPayPerRequest, "PAY_PER_REQUEST"}};
};

enum class StreamViewType { kNewImage, kOldImage, kNewAndOldImages, kKeysOnly };
template <>
struct EnumNames<StreamViewType> {
  using E = StreamViewType;
  static constexpr EnumName<E> kNames[] = {{E::kNewImage, "NEW_IMAGE"},
                                           {E::kOldImage, "OLD_IMAGE"},
                                           {E::kNewAndOldImages, "NEW_AND_OLD_IMAGES"},
                                           {E::kKeysOnly, "KEYS_ONLY"}};
};

enum class SseType { kAes256, kKms };
template <>
struct EnumNames<SseType> {
  using E = SseType;
  static constexpr EnumName<E> kNames[] = {{E::kAes256, "AES256"}, {E::kKms, "KMS"}};
};

enum class TableClass { kStandard, kStandardInfrequentAccess };
template <>
struct EnumNames<TableClass> {
  using E = TableClass;
  static constexpr EnumName<E> kNames[] = {{E::kStandard, "STANDARD"},
                                           {E::kStandardInfrequentAccess, "STANDARD_INFREQUENT_ACCESS"}};
};

struct AttributeDefinition {
  std::optional<std::string> attribute_name;
  EnumField<ScalarAttributeType> attribute_type;
};

struct KeySchemaElement {
  std::optional<std::string> attribute_name;
  EnumField<KeyType> key_type;
};

struct Projection {
  EnumField<ProjectionType> projection_type;
  std::optional<std::vector<std::string>> non_key_attributes;
};

struct ProvisionedThroughput {
  std::optional<int64_t> read_capacity_units;
  std::optional<int64_t> write_capacity_units;
};

struct OnDemandThroughput {
  std::optional<int64_t> max_read_request_units;
  std::optional<int64_t> max_write_request_units;
};

struct WarmThroughput {
  std::optional<int64_t> read_units_per_second;
  std::optional<int64_t> write_units_per_second;
};

// Whether the structure is present and has a member. One without members counts as absent, except that UpdateTable
// refuses an empty WarmThroughput of an index.
inline bool HasMembers(const std::optional<OnDemandThroughput>& on_demand) {
  return on_demand && (on_demand->max_read_request_units || on_demand->max_write_request_units);
}
inline bool HasMembers(const std::optional<WarmThroughput>& warm) {
  return warm && (warm->read_units_per_second || warm->write_units_per_second);
}

struct LocalSecondaryIndex {
  std::optional<std::string> index_name;
  std::optional<std::vector<KeySchemaElement>> key_schema;
  std::optional<Projection> projection;
};

struct GlobalSecondaryIndex {
  std::optional<std::string> index_name;
  std::optional<std::vector<KeySchemaElement>> key_schema;
  std::optional<Projection> projection;
  std::optional<ProvisionedThroughput> provisioned_throughput;
  std::optional<OnDemandThroughput> on_demand_throughput;
  std::optional<WarmThroughput> warm_throughput;
};

struct StreamSpecification {
  std::optional<bool> stream_enabled;
  EnumField<StreamViewType> stream_view_type;
};

struct SseSpecification {
  std::optional<bool> enabled;
  EnumField<SseType> sse_type;
  std::optional<std::string> kms_master_key_id;
};

struct Tag {
  std::optional<std::string> key;
  std::optional<std::string> value;
};

// Whether the request has these members, whose features only the service supports.
struct CloudOnlyMembers {
  bool vector_indexes = false;
  bool global_table_source_arn = false;
  bool global_table_settings_replication_mode = false;
};

struct TableDefinition {
  std::optional<std::string> table_name;
  std::optional<std::vector<AttributeDefinition>> attribute_definitions;
  std::optional<std::vector<KeySchemaElement>> key_schema;
  std::optional<std::vector<LocalSecondaryIndex>> local_secondary_indexes;
  std::optional<std::vector<GlobalSecondaryIndex>> global_secondary_indexes;
  EnumField<BillingMode> billing_mode;
  std::optional<ProvisionedThroughput> provisioned_throughput;
  std::optional<StreamSpecification> stream_specification;
  std::optional<SseSpecification> sse_specification;
  std::optional<std::vector<Tag>> tags;
  EnumField<TableClass> table_class;
  std::optional<bool> deletion_protection_enabled;
  std::optional<OnDemandThroughput> on_demand_throughput;
  std::optional<WarmThroughput> warm_throughput;
  std::optional<std::string> resource_policy;
  // See PutResourcePolicyRequest::policy_is_json_object.
  bool resource_policy_is_json_object = true;
  CloudOnlyMembers cloud_only;
};

}  // namespace holdfast
