// Makes the Apply functions of most flags: they check the value and store it in a field, which must outlive the
// Program that holds the function.
#pragma once

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <type_traits>
#include <utility>
#include <vector>

#include "absl/strings/charconv.h"
#include "conformance/command_line/command_line.h"

namespace holdfast::command_line {

// "needs WHAT, not 'TEXT'"
inline Problem Needs(std::string_view what, std::string_view text) {
  return std::string("needs ").append(what).append(", not '").append(text).append("'");
}

template <typename Number>
std::string NumberText(Number number) {
  if constexpr (std::is_integral_v<Number>) return std::to_string(number);
  char text[32];
  std::snprintf(text, sizeof text, "%.10g", static_cast<double>(number));
  return text;
}

// Parses all of `text` as a number. Returns whether it is one.
template <typename Number>
bool ParseAll(std::string_view text, Number* number) {
  const char* const end = text.data() + text.size();
  const auto is_all = [end](const auto& parsed) { return parsed.ec == std::errc() && parsed.ptr == end; };
  if constexpr (std::is_integral_v<Number>) {
    return is_all(std::from_chars(text.data(), end, *number));
  } else {
    // Not all versions of libc++ have std::from_chars of floating-point numbers.
    return is_all(absl::from_chars(text.data(), end, *number));
  }
}

// Parses `text` as a number in [least, most] and stores it in `*field`, which may be a std::optional.
template <typename Number, typename Field>
Problem ReadNumber(std::string_view text, Number least, Number most, Field* field) {
  Number number = 0;
  if (!ParseAll(text, &number) || !(number >= least) || !(number <= most)) {
    const char* const kind = std::is_integral_v<Number> ? "a whole number from " : "a number from ";
    return Needs(kind + NumberText(least) + " to " + NumberText(most), text);
  }
  *field = static_cast<Field>(number);
  return std::nullopt;
}

template <typename Number>
Apply SetNumber(Number* field, std::type_identity_t<Number> least, std::type_identity_t<Number> most) {
  return [=](std::string_view text) { return ReadNumber(text, least, most, field); };
}

template <typename Number>
Apply SetNumber(std::optional<Number>* field, std::type_identity_t<Number> least, std::type_identity_t<Number> most) {
  return [=](std::string_view text) { return ReadNumber(text, least, most, field); };
}

// Accepts a whole number from `least` to `most`, and stores that many `Unit`s.
template <typename Unit, typename Duration>
Apply SetTime(Duration* field, int least, int most) {
  return [=](std::string_view text) {
    int count = 0;
    Problem problem = ReadNumber(text, least, most, &count);
    if (!problem.has_value()) *field = Unit(count);
    return problem;
  };
}

inline Apply SetTrue(bool* field) {
  return [=](std::string_view) {
    *field = true;
    return Problem();
  };
}

inline Apply SetText(std::string* field) {
  return [=](std::string_view text) {
    if (text.empty()) return Problem("needs a value");
    *field = text;
    return Problem();
  };
}

// The parts of `text` between commas, without blanks around them.
inline std::vector<std::string> SplitAtCommas(std::string_view text) {
  std::vector<std::string> parts;
  for (size_t comma = 0; comma != std::string_view::npos;) {
    comma = text.find(',');
    std::string_view part = text.substr(0, comma);
    const size_t first = std::min(part.find_first_not_of(" \t"), part.size());
    part.remove_prefix(first);
    part = part.substr(0, part.find_last_not_of(" \t") + 1);
    parts.emplace_back(part);
    if (comma != std::string_view::npos) text.remove_prefix(comma + 1);
  }
  return parts;
}

// Appends the words that are separated by commas. There must be at least one word.
inline Apply AddWords(std::vector<std::string>* field) {
  return [=](std::string_view text) {
    const size_t words_before = field->size();
    for (std::string& word : SplitAtCommas(text)) {
      if (!word.empty()) field->push_back(std::move(word));
    }
    return field->size() == words_before ? Problem("needs a value") : Problem();
  };
}

}  // namespace holdfast::command_line
