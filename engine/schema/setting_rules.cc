#include "engine/schema/setting_rules.h"

#include "engine/base/limits.h"
#include "engine/errors/tables/resource_policy_errors.h"
#include "engine/errors/tables/table_errors.h"
#include "engine/schema/tag_rules.h"

namespace holdfast {
namespace {

Status CheckStream(const StreamSpecification& stream) {
  const bool enabled = stream.stream_enabled.value_or(false);
  if (enabled && !stream.stream_view_type.present()) return errors::StreamViewTypeMissing();
  if (!enabled && stream.stream_view_type.present()) return errors::StreamViewTypeWithoutStream();
  return {};
}

}  // namespace

bool UsesKms(const SseSpecification& sse) { return sse.enabled.value_or(false) || sse.sse_type.is(SseType::kKms); }

Status CheckSse(const SseSpecification& sse) {
  if (sse.enabled && !*sse.enabled) {
    if (sse.sse_type.present()) return errors::SseTypeWhileDisabled();
    if (sse.kms_master_key_id) return errors::KmsKeyWhileDisabled();
  }
  if (sse.kms_master_key_id && !sse.sse_type.present()) return errors::KmsKeyWithoutSseType();
  if (sse.sse_type.is(SseType::kAes256)) return errors::SseTypeNotSupported(sse.sse_type.text());
  return {};
}

Status CheckTableClass(const EnumField<TableClass>& table_class) {
  if (!table_class.valid()) return errors::InvalidTableClass();
  return {};
}

Status CheckTableSettings(const TableDefinition& definition) {
  if (definition.stream_specification) HOLDFAST_RETURN_IF_ERROR(CheckStream(*definition.stream_specification));
  if (definition.sse_specification) HOLDFAST_RETURN_IF_ERROR(CheckSse(*definition.sse_specification));
  HOLDFAST_RETURN_IF_ERROR(CheckTableClass(definition.table_class));
  if (definition.tags) {
    HOLDFAST_RETURN_IF_ERROR(CheckTags(*definition.tags));
    HOLDFAST_RETURN_IF_ERROR(CheckTagCount(definition.tags->size()));
  }
  if (definition.resource_policy) {
    HOLDFAST_RETURN_IF_ERROR(
        CheckResourcePolicy(*definition.resource_policy, definition.resource_policy_is_json_object));
  }
  return {};
}

Status CheckResourcePolicy(std::string_view document, bool is_json) {
  if (document.size() > limits::kResourcePolicyBytesMax) return errors::ResourcePolicyTooLarge();
  if (!is_json) return errors::ResourcePolicyMalformed();
  return {};
}

}  // namespace holdfast
