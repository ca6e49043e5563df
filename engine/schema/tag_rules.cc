#include "engine/schema/tag_rules.h"

#include <algorithm>
#include <string_view>
#include <unordered_set>

#include "absl/strings/match.h"
#include "engine/base/limits.h"
#include "engine/errors/tables/tag_errors.h"

namespace holdfast {
namespace {

size_t CharacterCount(std::string_view utf8) {
  return static_cast<size_t>(
      std::count_if(utf8.begin(), utf8.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

// Unicode letters, digits and spaces, and + - = . _ : / @. Beyond ASCII every character is accepted: distinguishing
// letters from symbols there would require Unicode's tables, and clients hardly depend on the refusal.
bool HasTagCharactersOnly(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) {
    return static_cast<unsigned char>(c) >= 0x80 || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           (c >= '0' && c <= '9') || std::string_view(" +-=._:/@").find(c) != std::string_view::npos;
  });
}

bool HasReservedPrefix(std::string_view key) {
  return absl::StartsWithIgnoreCase(absl::string_view(key.data(), key.size()), "aws:");
}

bool IsTagKey(std::string_view key) {
  const size_t length = CharacterCount(key);
  return length > 0 && length <= limits::kTagKeyLengthMax && HasTagCharactersOnly(key);
}

bool IsTagValue(std::string_view value) {
  return CharacterCount(value) <= limits::kTagValueLengthMax && HasTagCharactersOnly(value);
}

}  // namespace

Status CheckTags(const std::vector<Tag>& tags) {
  std::unordered_set<std::string_view> keys;
  for (const Tag& tag : tags) {
    if (!tag.key || !IsTagKey(*tag.key)) return errors::InvalidTagKey(tag.key ? *tag.key : "null");
    if (!tag.value || !IsTagValue(*tag.value)) return errors::InvalidTagValue(tag.value ? *tag.value : "null");
    if (HasReservedPrefix(*tag.key)) return errors::ReservedTagKey(*tag.key);
    if (!keys.insert(*tag.key).second) return errors::TagKeyDuplicated(*tag.key);
  }
  return {};
}

Status CheckTagKeys(const std::vector<std::string>& keys) {
  for (const std::string& key : keys) {
    if (!IsTagKey(key)) return errors::InvalidTagKey(key);
    if (HasReservedPrefix(key)) return errors::ReservedTagKey(key);
  }
  return {};
}

Status CheckTagCount(size_t tags) {
  if (tags > limits::kTagsMax) return errors::TooManyTags();
  return {};
}

void MergeTags(const std::vector<Tag>& tags, TagSet& into) {
  for (const Tag& tag : tags) {
    const auto same =
        std::find_if(into.begin(), into.end(), [&](const auto& entry) { return entry.first == *tag.key; });
    if (same == into.end()) {
      into.emplace_back(*tag.key, *tag.value);
    } else {
      same->second = *tag.value;
    }
  }
}

void RemoveTags(const std::vector<std::string>& keys, TagSet& from) {
  std::erase_if(from,
                [&](const auto& entry) { return std::find(keys.begin(), keys.end(), entry.first) != keys.end(); });
}

}  // namespace holdfast
