// The command lines of this project's client programs: a table of flags, each applied to what is being filled in.
#pragma once

#include <array>
#include <charconv>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace holdfast::conformance {

// An error about a flag's value, phrased to follow the flag's name; nothing if the value is valid.
using FlagProblem = std::optional<std::string>;

template <typename Target>
struct FlagRow {
  std::string_view name;
  bool takes_value;
  FlagProblem (*apply)(std::string_view value, Target* target);
};

template <typename Number>
FlagProblem SetNumber(std::string_view text, Number least, Number most, Number* field) {
  Number number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || !(number >= least) || !(number <= most)) {
    return std::string("needs a ") + (std::is_integral_v<Number> ? "whole " : "") + "number from " +
           std::to_string(least) + " to " + std::to_string(most) + ", not '" + std::string(text) + "'";
  }
  *field = number;
  return std::nullopt;
}

// An environment variable that is empty counts as one that is not set.
inline std::string Environment(const char* name, std::string otherwise) {
  const char* const value = std::getenv(name);
  return value == nullptr || *value == '\0' ? otherwise : value;
}

// Applies the arguments in their order, and stops at the first problem. `arguments` excludes the program's name.
template <typename Target, size_t kRows>
FlagProblem ApplyFlags(const std::array<FlagRow<Target>, kRows>& table, const std::vector<std::string_view>& arguments,
                       Target* target) {
  for (size_t i = 0; i < arguments.size(); ++i) {
    // `--seed=9` and `--seed 9` are the same.
    const size_t equals = arguments[i].find('=');
    const std::string name(arguments[i].substr(0, equals));
    const FlagRow<Target>* flag = nullptr;
    for (const FlagRow<Target>& row : table) {
      if (row.name == name) flag = &row;
    }
    if (flag == nullptr) return "unknown flag " + name + " (see --help)";

    std::string_view value;
    if (equals != std::string_view::npos) {
      if (!flag->takes_value) return name + " takes no value";
      value = arguments[i].substr(equals + 1);
    } else if (flag->takes_value) {
      if (++i == arguments.size()) return name + " needs a value";
      value = arguments[i];
    }
    const FlagProblem problem = flag->apply(value, target);
    if (problem.has_value()) return name + " " + *problem;
  }
  return std::nullopt;
}

}  // namespace holdfast::conformance
