// DynamoDB's Number: an exact decimal of up to 38 significant digits, magnitude 1E-130 to 9.99…E+125, or zero.
//
// A number is stored as its key bytes. memcmp orders them as the numbers order by value, and each number has exactly
// one form. So the same bytes serve equality, sort keys, set members and the stored item:
//
//   exponent (2 bytes, big-endian)          digits
//   zero      0x8000                        none
//   positive  0x8001 + (e + 129)            one byte 1 + 10a + b for each pair of digits
//   negative  0x7FFF - (e + 129)            one byte 100 - 10a - b for each pair, then 0xFF
//
// where the value is ±0.d1d2d3… × 10^e with d1 ≠ 0 and trailing zeros trimmed. A last digit without a partner
// forms a pair with a 0.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <string>
#include <string_view>

#include "engine/base/result.h"

namespace holdfast {

enum class NumberProblem { kMalformed, kOverflow, kUnderflow, kTooManyDigits };

// The width of the exponent when a text is parsed. In DynamoDB's older validation layer, exponents have the 32 bits of
// Java's BigDecimal, and an overflow of BigDecimal's arithmetic determines the reported problem: `1e2147483647` is an
// underflow.
enum class ExponentBits { k32, k64 };

// A value type of 24 bytes.
class Number {
 public:
  Number() : Number(0) {}
  explicit Number(int64_t value);

  // Reads `[+-]? (digit+ (. digit*)? | . digit+) ([eE] [+-]? digit+)?`, with DynamoDB's range checks in its
  // order: malformed, overflow, underflow, digits. A zero is range-checked by its written exponent.
  static Result<Number, NumberProblem> Parse(std::string_view text, ExponentBits bits = ExponentBits::k64);
  // `bytes` must have come from `bytes()`.
  static Number FromBytes(std::string_view bytes);

  // The key bytes; 2 to 22 of them.
  std::string_view bytes() const { return {bytes_.data(), size_}; }
  // Plain decimal: never an exponent, no superfluous zeros, `-0` is `0`.
  std::string ToText() const;
  // Writes this text into `out`, which has room for kTextBytesMax, and returns its end.
  char* WriteText(char* out) const;
  // A sign, "0.", 129 zeros and 38 digits.
  static constexpr size_t kTextBytesMax = 170;
  // The number's size as DynamoDB counts it: 1 + ceil(digits before the point / 2) + ceil(digits after it / 2) + 1 if
  // it is negative. Zeros before the first and after the last digit that is not 0 do not count.
  size_t size_bytes() const;
  bool is_zero() const { return size_ == 2 && bytes_[0] == '\x80' && bytes_[1] == '\x00'; }

  // Exact. A result that is too large or needs more than 38 digits is kOverflow (as on AWS); one closer to zero than
  // 1E-130 is kUnderflow.
  static Result<Number, NumberProblem> Add(const Number& a, const Number& b);
  static Result<Number, NumberProblem> Subtract(const Number& a, const Number& b);

  friend bool operator==(const Number& a, const Number& b) { return a.bytes() == b.bytes(); }
  friend std::strong_ordering operator<=>(const Number& a, const Number& b) {
    return a.bytes().compare(b.bytes()) <=> 0;
  }

 private:
  friend struct Decimal;
  std::array<char, 23> bytes_{};
  uint8_t size_ = 0;
};

}  // namespace holdfast
