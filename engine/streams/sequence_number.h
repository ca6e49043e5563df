// The position of a record in its stream. Numbers grow with the commits that made the records, so they increase within
// a shard and from a shard to its child.
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_streams_StreamRecord.html
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace holdfast {

class SequenceNumber {
 public:
  // Before every record.
  SequenceNumber() = default;
  // Of the record that action `position` of a plan made; a plan has at most a hundred.
  SequenceNumber(uint64_t commit, size_t position) : value_(commit * kActionsMax + position) {}

  // Decimal digits, 21 to 40 of them, compared as integers: a number beyond what any record has is clamped, so that it
  // still compares right. Nothing if the text is no such number.
  static std::optional<SequenceNumber> Parse(std::string_view text);
  // 21 digits.
  std::string ToText() const;

  // The least number after this one.
  SequenceNumber Next() const;

  friend auto operator<=>(const SequenceNumber&, const SequenceNumber&) = default;

 private:
  static constexpr uint64_t kActionsMax = 1'000;

  uint64_t value_ = 0;
};

}  // namespace holdfast
