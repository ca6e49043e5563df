// Describes a program's command line by one table of flags, for parsing, suggestions, errors and the help.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace holdfast::command_line {

// An error in a value, worded to follow the flag's name: "needs a value". Nothing if the value is valid.
using Problem = std::optional<std::string>;
// Applies a value; see setters.h.
using Apply = std::function<Problem(std::string_view value)>;

// `name`, `argument` and `help` must be string literals: .ci/help reads them from the source before anything is built.
struct Flag {
  // With its dashes: "--port", or "-port".
  std::string_view name;
  // The name of its value: "PORT"; empty if it takes none.
  std::string_view argument;
  // Empty for flags that are accepted but not listed in the help. A flag has several rows if its values are explained
  // one by one.
  std::string_view help;
  Apply apply;
};

struct Program {
  // The first line of the help.
  std::string_view title;
  std::vector<Flag> flags;
  // Paragraphs below the flags.
  std::string_view notes = {};
  // Applied to arguments that do not begin with `-`. Without it they are errors.
  Apply apply_operand = nullptr;
};

// Applies the arguments in their order, and stops at the first problem, which is one line. `--seed=9` and `--seed 9`
// are equivalent. `arguments` excludes the program's name.
Problem Parse(const Program& program, const std::vector<std::string_view>& arguments);

std::string Help(const Program& program);

}  // namespace holdfast::command_line
