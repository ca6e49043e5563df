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
  // The number before those of all records.
  SequenceNumber() = default;
  // The number of the record of action `position` of the write plan with the commit number `commit`. A plan has at most
  // 100 actions.
  SequenceNumber(uint64_t commit, size_t position) : value_(commit * kNumbersPerCommit + position) {}

  // Reads 21 to 40 decimal digits. Numbers outside the range of ToText are clamped to its bounds: the least number is
  // less than that of any record, the greatest is greater. Returns nothing for other texts.
  static std::optional<SequenceNumber> Parse(std::string_view text);
  // 21 digits.
  std::string ToText() const;

  // The least number after this one.
  SequenceNumber Next() const;

  friend auto operator<=>(const SequenceNumber&, const SequenceNumber&) = default;

 private:
  static constexpr uint64_t kNumbersPerCommit = 1'000;

  uint64_t value_ = 0;
};

}  // namespace holdfast
