#include "server/observe/request_record.h"

#include <cstring>

#include "server/observe/quoted_text.h"
#include "server/observe/reused_text.h"

namespace holdfast::server {
namespace {

constexpr uint8_t kCutBit = 0x80;
constexpr size_t kHeadBytes = 1 + sizeof(uint32_t);

}  // namespace

void RecordTexts::Add(RecordField field, std::string_view text, size_t bytes_max) {
  const std::string_view kept = CutText(text, bytes_max);
  char head[kHeadBytes];
  head[0] = static_cast<char>(static_cast<uint8_t>(field) | (kept.size() < text.size() ? kCutBit : 0));
  const auto size = static_cast<uint32_t>(kept.size());
  std::memcpy(head + 1, &size, sizeof size);
  bytes_.append(head, sizeof head).append(kept);
}

RecordTexts::Entry RecordTexts::Take(std::string_view* bytes) {
  const auto tag = static_cast<uint8_t>(bytes->front());
  uint32_t size = 0;
  std::memcpy(&size, bytes->data() + 1, sizeof size);
  const Entry entry = {static_cast<RecordField>(tag & ~kCutBit), bytes->substr(kHeadBytes, size), (tag & kCutBit) != 0};
  bytes->remove_prefix(kHeadBytes + size);
  return entry;
}

void RecordTexts::Clear() { ClearForReuse(kRecordBytesKeptMax, &bytes_); }

}  // namespace holdfast::server
