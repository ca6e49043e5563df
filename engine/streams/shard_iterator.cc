#include "engine/streams/shard_iterator.h"

#include <array>

#include "absl/strings/escaping.h"
#include "absl/strings/numbers.h"
#include "engine/streams/hex_digest.h"
#include "engine/values/base64.h"

namespace holdfast {
namespace {

constexpr char kSeparator = '|';
constexpr std::string_view kVersion = "|1|";

absl::string_view ForAbsl(std::string_view text) { return {text.data(), text.size()}; }

}  // namespace

std::optional<ShardIterator> ShardIterator::Parse(std::string_view text) {
  const size_t version = text.rfind(kVersion);
  if (version == std::string_view::npos) return std::nullopt;
  std::string payload;
  if (!absl::Base64Unescape(ForAbsl(text.substr(version + kVersion.size())), &payload)) return std::nullopt;

  std::array<std::string_view, 3> fields;
  std::string_view rest = payload;
  for (std::string_view& field : fields) {
    field = rest.substr(0, rest.find(kSeparator));
    if (field.size() == rest.size()) return std::nullopt;
    rest.remove_prefix(field.size() + 1);
  }
  const std::optional<SequenceNumber> position = SequenceNumber::Parse(fields[1]);
  int64_t issued_millis = 0;
  if (!position.has_value() || !absl::SimpleAtoi(ForAbsl(fields[2]), &issued_millis)) return std::nullopt;

  ShardIterator iterator{std::string(text.substr(0, version)), std::string(fields[0]), *position,
                         absl::FromUnixMillis(issued_millis)};
  // Compares the checksum, and rejects every text that differs from one returned by ToText.
  if (iterator.ToText() != text) return std::nullopt;
  return iterator;
}

std::string ShardIterator::ToText() const {
  std::string payload = shard_id;
  payload += kSeparator;
  payload += position.ToText();
  payload += kSeparator;
  payload += std::to_string(absl::ToUnixMillis(issued));
  payload += kSeparator;
  payload += HexDigest(stream_arn + kSeparator + payload);
  return stream_arn + std::string(kVersion) + EncodeBase64(payload);
}

}  // namespace holdfast
