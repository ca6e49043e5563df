#include "engine/values/number.h"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <limits>

#include "engine/base/limits.h"

namespace holdfast {

// The parts of a number, ±0.d1d2d3… × 10^exponent. Neither d1 nor the last digit is 0. Zero has no digits.
struct Decimal {
  // A sum can have digits from 10^126 down to 10^-167 before it is checked.
  static constexpr int kDigitsMax = 304;

  bool negative = false;
  int exponent = 0;
  int count = 0;
  std::array<uint8_t, kDigitsMax> digits;

  static Decimal FromNumber(const Number& number) {
    Decimal decimal = WithoutDigits(number);
    for (int i = 0; i < decimal.count; i += 2) {
      const int pair = decimal.PairIn(number, i / 2);
      decimal.digits[static_cast<size_t>(i)] = static_cast<uint8_t>(pair / 10);
      decimal.digits[static_cast<size_t>(i) + 1] = static_cast<uint8_t>(pair % 10);
    }
    return decimal;
  }

  // Sets everything but the digits, which stay uninitialized.
  static Decimal WithoutDigits(const Number& number) {
    Decimal decimal;
    if (number.is_zero()) return decimal;
    const std::string_view bytes = number.bytes();
    const int header = static_cast<uint8_t>(bytes[0]) << 8 | static_cast<uint8_t>(bytes[1]);
    decimal.negative = header < 0x8000;
    decimal.exponent = (decimal.negative ? 0x7FFF - header : header - 0x8001) + kLeastExponent;
    const int pairs = static_cast<int>(bytes.size()) - (decimal.negative ? 3 : 2);
    decimal.count = 2 * pairs - (decimal.PairIn(number, pairs - 1) % 10 == 0 ? 1 : 0);
    return decimal;
  }

  // The pair of digits at `index`, as 0 to 99, of a number with this decimal's sign.
  int PairIn(const Number& number, int index) const {
    const int byte = static_cast<uint8_t>(number.bytes()[static_cast<size_t>(index) + 2]);
    return negative ? 100 - byte : byte - 1;
  }

  // Only for decimals in range, of at most 38 digits.
  Number ToNumber() const {
    Number number;
    if (count == 0) return number;
    const int offset = exponent - kLeastExponent;
    const int header = negative ? 0x7FFF - offset : 0x8001 + offset;
    number.bytes_[0] = static_cast<char>(header >> 8);
    number.bytes_[1] = static_cast<char>(header & 0xff);
    uint8_t size = 2;
    for (int i = 0; i < count; i += 2) {
      const int pair = digit(i) * 10 + (i + 1 < count ? digit(i + 1) : 0);
      number.bytes_[size++] = static_cast<char>(negative ? 100 - pair : 1 + pair);
    }
    if (negative) number.bytes_[size++] = '\xff';
    number.size_ = size;
    return number;
  }

  Result<Number, NumberProblem> ToCheckedNumber() const {
    if (count == 0) return Number();
    if (exponent > kGreatestExponent || count > limits::kNumberDigitsMax) return NumberProblem::kOverflow;
    if (exponent < kLeastExponent) return NumberProblem::kUnderflow;
    return ToNumber();
  }

  int digit(int index) const { return digits[static_cast<size_t>(index)]; }

  // The digit at 10^power; 0 outside the stored digits.
  int DigitAt(int power) const {
    const int index = exponent - 1 - power;
    return index >= 0 && index < count ? digit(index) : 0;
  }

  static int CompareMagnitudes(const Decimal& a, const Decimal& b) {
    if (a.count == 0 || b.count == 0) return (a.count != 0) - (b.count != 0);
    if (a.exponent != b.exponent) return a.exponent < b.exponent ? -1 : 1;
    const int common = std::memcmp(a.digits.data(), b.digits.data(), static_cast<size_t>(std::min(a.count, b.count)));
    return common != 0 ? common : a.count - b.count;
  }

  static Decimal Sum(const Decimal& a, const Decimal& b) {
    if (a.count == 0) return b;
    if (b.count == 0) return a;
    const bool same_sign = a.negative == b.negative;
    const bool a_is_larger = CompareMagnitudes(a, b) >= 0;
    const Decimal& larger = a_is_larger ? a : b;
    const Decimal& smaller = a_is_larger ? b : a;

    // Add from the lowest power to one above the highest, with a carry; store the most significant digit first.
    const int low = std::min(a.exponent - a.count, b.exponent - b.count);
    const int high = larger.exponent;
    Decimal sum;
    sum.negative = larger.negative;
    sum.exponent = high + 1;
    sum.count = high + 1 - low;
    int carry = 0;
    for (int power = low; power <= high; ++power) {
      int digit = larger.DigitAt(power) + (same_sign ? smaller.DigitAt(power) : -smaller.DigitAt(power)) + carry;
      carry = digit < 0 ? -1 : digit / 10;
      digit -= carry * 10;
      sum.digits[static_cast<size_t>(high - power)] = static_cast<uint8_t>(digit);
    }
    sum.Trim();
    return sum;
  }

  void Trim() {
    int leading = 0;
    while (leading < count && digit(leading) == 0) ++leading;
    while (count > leading && digit(count - 1) == 0) --count;
    std::memmove(digits.data(), digits.data() + leading, static_cast<size_t>(count - leading));
    count -= leading;
    exponent -= leading;
    if (count == 0) *this = Decimal();
  }

  // The exponent of 1E-130 in this form.
  static constexpr int kLeastExponent = limits::kNumberExponentMin + 1;
  static constexpr int kGreatestExponent = limits::kNumberExponentMax + 1;
};

namespace {

bool IsDigit(char c) { return c >= '0' && c <= '9'; }

// Reads the exponent's digits. False if it does not fit a signed 64-bit integer; AWS then calls the number malformed.
bool ParseExponent(std::string_view digits, bool negative, int64_t* exponent) {
  uint64_t value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error != std::errc() || value > uint64_t{INT64_MAX} + (negative ? 1 : 0)) return false;
  *exponent = static_cast<int64_t>(negative ? 0 - value : value);
  return true;
}

}  // namespace

Number::Number(int64_t value) {
  bytes_[0] = '\x80';
  size_ = 2;
  if (value == 0) return;
  char text[24];
  const char* end = std::to_chars(text, text + sizeof text, value).ptr;
  Decimal decimal;
  decimal.negative = value < 0;
  for (const char* c = text + (decimal.negative ? 1 : 0); c != end; ++c) {
    decimal.digits[static_cast<size_t>(decimal.count++)] = static_cast<uint8_t>(*c - '0');
  }
  decimal.exponent = decimal.count;
  decimal.Trim();
  *this = decimal.ToNumber();
}

Result<Number, NumberProblem> Number::Parse(std::string_view text, ExponentBits bits) {
  Decimal decimal;
  size_t at = 0;
  if (at < text.size() && (text[at] == '+' || text[at] == '-')) decimal.negative = text[at++] == '-';

  // Significant digits start at the first one that is not 0; only 38 are kept, all are counted.
  int64_t significant = 0;
  int64_t significant_trimmed = 0;
  int64_t integer_digits = 0;  // significant ones before the point
  int64_t leading_fraction_zeros = 0;
  int64_t fraction_digits = 0;
  bool any_digit = false;
  bool in_fraction = false;
  for (; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '.' && !in_fraction) {
      in_fraction = true;
      continue;
    }
    if (!IsDigit(c)) break;
    any_digit = true;
    if (in_fraction) ++fraction_digits;
    if (significant == 0 && c == '0') {
      if (in_fraction) ++leading_fraction_zeros;
      continue;
    }
    if (significant < limits::kNumberDigitsMax) {
      decimal.digits[static_cast<size_t>(significant)] = static_cast<uint8_t>(c - '0');
    }
    ++significant;
    if (!in_fraction) ++integer_digits;
    if (c != '0') significant_trimmed = significant;
  }
  if (!any_digit) return NumberProblem::kMalformed;

  int64_t exponent = 0;
  if (at < text.size()) {
    if (text[at] != 'e' && text[at] != 'E') return NumberProblem::kMalformed;
    ++at;
    bool negative = false;
    if (at < text.size() && (text[at] == '+' || text[at] == '-')) negative = text[at++] == '-';
    const std::string_view digits = text.substr(at);
    if (digits.empty() || !std::all_of(digits.begin(), digits.end(), IsDigit)) return NumberProblem::kMalformed;
    if (!ParseExponent(digits, negative, &exponent)) return NumberProblem::kMalformed;
  }

  // These bounds are far outside the valid range, and prevent overflows in the sums below.
  exponent = std::clamp<int64_t>(exponent, -1'000'000'000'000, 1'000'000'000'000);
  const int64_t normalized_exponent = exponent + (integer_digits > 0 ? integer_digits : -leading_fraction_zeros);
  if (bits == ExponentBits::k32) {
    using Int32 = std::numeric_limits<int32_t>;
    // The written exponent and the scale of a Java BigDecimal have 32 bits. [open] That AWS calls a number with larger
    // ones malformed is inferred from this alone.
    const int64_t scale = fraction_digits - exponent;
    if (exponent > Int32::max() || scale < Int32::min() || scale > Int32::max()) return NumberProblem::kMalformed;
    // BigDecimal computes precision - scale in 32 bits, too; an overflow makes it negative. The precision of zero is 1.
    const int64_t precision = std::max<int64_t>(significant, 1);
    if (precision - scale > Int32::max()) return NumberProblem::kUnderflow;
  }
  if (significant == 0) {
    // A zero is range-checked by its written exponent; for the upper bound, the decimal places are subtracted from it.
    if (exponent - fraction_digits > limits::kNumberExponentMax) return NumberProblem::kOverflow;
    if (exponent < limits::kNumberExponentMin) return NumberProblem::kUnderflow;
    return Number();
  }
  if (normalized_exponent > Decimal::kGreatestExponent) return NumberProblem::kOverflow;
  if (normalized_exponent < Decimal::kLeastExponent) return NumberProblem::kUnderflow;
  if (significant_trimmed > limits::kNumberDigitsMax) return NumberProblem::kTooManyDigits;
  decimal.exponent = static_cast<int>(normalized_exponent);
  decimal.count = static_cast<int>(significant_trimmed);
  return decimal.ToNumber();
}

Number Number::FromBytes(std::string_view bytes) {
  Number number;
  std::memcpy(number.bytes_.data(), bytes.data(), bytes.size());
  number.size_ = static_cast<uint8_t>(bytes.size());
  return number;
}

std::string Number::ToText() const {
  char text[kTextBytesMax];
  return std::string(text, WriteText(text));
}

char* Number::WriteText(char* out) const {
  const Decimal decimal = Decimal::FromNumber(*this);
  if (decimal.count == 0) {
    *out++ = '0';
    return out;
  }
  const auto digits = [&](int from, int to) {
    for (int at = from; at < to; ++at) *out++ = static_cast<char>('0' + decimal.digit(at));
  };
  if (decimal.negative) *out++ = '-';
  const int before_point = std::clamp(decimal.exponent, 0, decimal.count);
  if (before_point == 0) *out++ = '0';
  digits(0, before_point);
  if (before_point == decimal.count) return std::fill_n(out, decimal.exponent - decimal.count, '0');
  *out++ = '.';
  out = std::fill_n(out, before_point - decimal.exponent, '0');
  digits(before_point, decimal.count);
  return out;
}

size_t Number::size_bytes() const {
  const Decimal decimal = Decimal::WithoutDigits(*this);
  const int before_point = std::clamp(decimal.exponent, 0, decimal.count);
  const int after_point = decimal.count - before_point;
  const int bytes = 1 + (before_point + 1) / 2 + (after_point + 1) / 2 + (decimal.negative ? 1 : 0);
  return static_cast<size_t>(bytes);
}

Result<Number, NumberProblem> Number::Add(const Number& a, const Number& b) {
  return Decimal::Sum(Decimal::FromNumber(a), Decimal::FromNumber(b)).ToCheckedNumber();
}

Result<Number, NumberProblem> Number::Subtract(const Number& a, const Number& b) {
  Decimal negated = Decimal::FromNumber(b);
  negated.negative = !negated.negative;
  return Decimal::Sum(Decimal::FromNumber(a), negated).ToCheckedNumber();
}

}  // namespace holdfast
