#include "engine/streams/sequence_number.h"

#include <algorithm>
#include <limits>

#include "engine/base/limits.h"

namespace holdfast {
namespace {

constexpr size_t kDigitsMin = limits::kSequenceNumberLengthMin;
constexpr size_t kDigitsMax = limits::kSequenceNumberLengthMax;
// ToText writes 10^20 plus the value, so every text has 21 digits and begins with this one.
constexpr char kFirstDigit = '1';
constexpr size_t kValueDigits = kDigitsMin - 1;
constexpr uint64_t kGreatest = std::numeric_limits<uint64_t>::max();

// The value of `digits`, of which there are at most 20, clamped to kGreatest.
uint64_t ClampedValue(std::string_view digits) {
  uint64_t value = 0;
  for (const char digit : digits) {
    const uint64_t units = static_cast<uint64_t>(digit - '0');
    if (value > (kGreatest - units) / 10) return kGreatest;
    value = value * 10 + units;
  }
  return value;
}

}  // namespace

std::optional<SequenceNumber> SequenceNumber::Parse(std::string_view text) {
  if (text.size() < kDigitsMin || text.size() > kDigitsMax) return std::nullopt;
  if (!std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; })) return std::nullopt;
  text.remove_prefix(std::min(text.find_first_not_of('0'), text.size()));
  SequenceNumber number;
  if (text.size() < kDigitsMin) return number;
  const bool beyond = text.size() > kDigitsMin || text.front() != kFirstDigit;
  number.value_ = beyond ? kGreatest : ClampedValue(text.substr(1));
  return number;
}

std::string SequenceNumber::ToText() const {
  const std::string value = std::to_string(value_);
  return kFirstDigit + std::string(kValueDigits - value.size(), '0') + value;
}

SequenceNumber SequenceNumber::Next() const {
  SequenceNumber next = *this;
  if (next.value_ < kGreatest) ++next.value_;
  return next;
}

}  // namespace holdfast
