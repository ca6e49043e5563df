#include "bench/report/figures.h"

#include <cmath>
#include <cstdio>

#include "conformance/report/readable_text.h"

namespace holdfast::bench {
namespace {

std::string Formatted(const char* format, double number) {
  char text[48];
  std::snprintf(text, sizeof text, format, number);
  return text;
}

std::string ThreeDigits(double number) {
  if (number < 9.995) return Formatted("%.2f", number);
  return number < 99.95 ? Formatted("%.1f", number) : Formatted("%.0f", number);
}

}  // namespace

std::string FormatLatency(Nanoseconds latency) {
  const auto nanoseconds = static_cast<double>(latency.count());
  if (nanoseconds <= 0) return "–";
  if (nanoseconds < 999.5e3) return ThreeDigits(nanoseconds / 1e3) + " µs";
  return nanoseconds < 999.5e6 ? ThreeDigits(nanoseconds / 1e6) + " ms" : ThreeDigits(nanoseconds / 1e9) + " s";
}

std::string FormatShare(int64_t part, int64_t whole) {
  if (whole == 0) return "–";
  const double percent = 100 * static_cast<double>(part) / static_cast<double>(whole);
  if (part > 0 && percent < 0.05) return "< 0.1 %";
  return Formatted("%.1f %%", percent);
}

std::string FormatRateNumber(double per_second) {
  return per_second < 9.95 ? Formatted("%.1f", per_second) : conformance::FormatNumber(std::llround(per_second));
}

std::string FormatRate(double per_second) { return FormatRateNumber(per_second) + "/s"; }

std::string FormatRatio(double ratio) { return ratio <= 0 ? "–" : ThreeDigits(ratio) + "×"; }

std::string FormatOrdinal(int64_t number) {
  constexpr std::array<std::string_view, 4> kEndings = {"th", "st", "nd", "rd"};
  const bool teen = number / 10 % 10 == 1;
  const auto last_digit = static_cast<size_t>(number % 10);
  const std::string_view ending = teen || last_digit >= kEndings.size() ? kEndings[0] : kEndings[last_digit];
  return conformance::FormatNumber(number) + std::string(ending);
}

std::string FormatFairness(double jain_index) { return Formatted("%.3f", jain_index); }

}  // namespace holdfast::bench
