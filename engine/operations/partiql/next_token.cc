#include "engine/operations/partiql/next_token.h"

#include "absl/strings/escaping.h"
#include "engine/operations/request_rules/sequence_hash.h"
#include "engine/values/base64.h"

namespace holdfast {
namespace {

void AppendFixed(uint64_t value, int bytes, std::string* out) {
  for (int i = 0; i < bytes; ++i) out->push_back(static_cast<char>(value >> (8 * i)));
}

uint64_t ReadFixed(std::string_view bytes) {
  uint64_t value = 0;
  for (size_t i = bytes.size(); i > 0; --i) value = value << 8 | static_cast<uint8_t>(bytes[i - 1]);
  return value;
}

}  // namespace

std::optional<NextToken> NextToken::Parse(std::string_view text) {
  constexpr size_t kHeaderBytes = 16;
  std::string bytes;
  if (!absl::Base64Unescape(absl::string_view(text.data(), text.size()), &bytes)) return std::nullopt;
  const std::string_view view = bytes;
  if (view.size() < kHeaderBytes) return std::nullopt;
  const uint64_t partition_bytes = ReadFixed(view.substr(12, 4));
  const std::string_view keys = view.substr(kHeaderBytes);
  if (partition_bytes > keys.size()) return std::nullopt;
  return NextToken{
      ReadFixed(view.substr(0, 8)), static_cast<uint32_t>(ReadFixed(view.substr(8, 4))),
      ScanPosition{std::string(keys.substr(0, partition_bytes)), std::string(keys.substr(partition_bytes))}};
}

std::string NextToken::ToText() const {
  std::string bytes;
  AppendFixed(fingerprint, 8, &bytes);
  AppendFixed(read, 4, &bytes);
  AppendFixed(position.partition_key.size(), 4, &bytes);
  bytes += position.partition_key;
  bytes += position.sort_key;
  return EncodeBase64(bytes);
}

uint64_t FingerprintOf(std::string_view statement, const std::vector<AttributeValue>& parameters) {
  SequenceHash hash;
  hash.Add(statement);
  for (const AttributeValue& parameter : parameters) hash.Add(parameter.view().packed());
  return hash.state();
}

}  // namespace holdfast
