#include "engine/values/return_cost.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "engine/values/value_view.h"

namespace holdfast {
namespace {

// Counting takes a few per cent of the time in which a small item is encoded.
constexpr size_t kCountedItemBytesMin = 512;
// Even if all characters of the items before are control characters, encoding them takes less than a millisecond.
constexpr size_t kUncountedBytesMax = size_t{256} << 10;
// An item costs a step for each 64 bytes of its JSON, rounded down, or for each two values if that is more.
constexpr uint64_t kBytesPerStep = 64;
constexpr uint64_t kValuesPerStep = 2;

// JSON has \u0001 for most control characters. Of those with a short form, such as \t, only \n is counted as one byte.
constexpr uint64_t kBytesPerControlCharacter = 6;

// Without line feeds.
uint64_t CountControlCharacters(std::string_view text) {
  // So few that a byte can count them, which lets the compiler count sixteen at a time.
  constexpr size_t kCharactersAtOnce = 128;
  uint64_t count = 0;
  for (; !text.empty(); text.remove_prefix(std::min(text.size(), kCharactersAtOnce))) {
    uint8_t counted = 0;
    for (const char c : text.substr(0, kCharactersAtOnce)) counted += static_cast<uint8_t>(c) < ' ' && c != '\n';
    count += counted;
  }
  return count;
}

struct Content {
  // With those within other values. A set counts as its elements only: one of them may have no bytes, and an item must
  // not have more values than bytes (StepsToReturnMax).
  uint64_t values = 0;
  uint64_t control_characters = 0;
};

void Count(ValueView value, Content* content) {
  ++content->values;
  switch (value.type()) {
    case ValueType::kString:
      content->control_characters += CountControlCharacters(value.bytes());
      return;
    case ValueType::kStringSet:
      for (const std::string_view element : value.set()) content->control_characters += CountControlCharacters(element);
      [[fallthrough]];
    case ValueType::kNumberSet:
    case ValueType::kBinarySet:
      content->values += value.set().size() - 1;
      return;
    case ValueType::kList:
      for (const ValueView element : value.list()) Count(element, content);
      return;
    case ValueType::kMap:
      for (const auto& [name, nested] : value.map()) {
        content->control_characters += CountControlCharacters(name);
        Count(nested, content);
      }
      return;
    default:
      return;
  }
}

}  // namespace

uint64_t StepsToReturn(const Item& item, size_t bytes_before) {
  const size_t bytes = item.size_bytes();
  if (bytes < kCountedItemBytesMin && bytes_before < kUncountedBytesMax) return bytes / kBytesPerStep;
  Content content;
  for (const auto& [name, value] : item.attributes()) {
    content.control_characters += CountControlCharacters(name);
    Count(value, &content);
  }
  const uint64_t encoded_bytes = bytes + content.control_characters * (kBytesPerControlCharacter - 1);
  return std::max(encoded_bytes / kBytesPerStep, content.values / kValuesPerStep);
}

uint64_t StepsToReturnMax(const Item& item) { return item.size_bytes() / kValuesPerStep; }

}  // namespace holdfast
