// Describes a program's command line by one list of flags, for parsing, suggestions, errors and the help.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace holdfast::command_line {

// What is wrong, or nothing.
using Problem = std::optional<std::string>;
// Applies a value; see setters.h. A problem of a flag's value is worded to follow the flag's name: "needs a value".
using Apply = std::function<Problem(std::string_view value)>;

// `name`, `argument` and `help` must be string literals: .ci/help reads them from the source before anything is built.
struct Flag {
  // With its dashes: "--port", or "-port".
  std::string_view name;
  // The name of its value: "PORT"; empty if it takes none.
  std::string_view argument;
  // Empty for flags that are accepted but not listed in the help. A flag whose values are explained one by one is in
  // Program::flags once for each: with the same name and `apply`, and the value as its `argument`.
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
  // With "HOLDFAST_", --max-memory may also be given as the environment variable HOLDFAST_MAX_MEMORY. Empty: flags are
  // given on the command line only.
  std::string_view variable_prefix = {};
};

// Applies the arguments in their order, and stops at the first problem, which is one line. `--seed=9` and `--seed 9`
// are equivalent. `arguments` excludes the program's name.
Problem Parse(const Program& program, const std::vector<std::string_view>& arguments);

// What ParseWithEnvironment found in the environment.
struct Variables {
  // The names of the variables that were applied.
  std::vector<std::string> applied;
  // One line for each variable that belongs to no flag, but whose name is similar to that of a flag's variable.
  std::vector<std::string> warnings;
};

// Applies the variables of `environment`, each of the form NAME=VALUE, and then the arguments as Parse does. Ignores a
// variable whose flag is also among the arguments, and empty variables. If a flag takes no value, `1` or `true` in its
// variable sets the flag, and `0` or `false` does not. Only flags that begin with two dashes have a variable, except
// --help and --version: if one of these is among the arguments, no variable is read. A problem of a variable names the
// variable in place of the flag.
Problem ParseWithEnvironment(const Program& program, const std::vector<std::string_view>& arguments,
                             const std::vector<std::string_view>& environment, Variables* variables);

// The name of the flag's variable: HOLDFAST_MAX_MEMORY for --max-memory.
std::string VariableOf(const Program& program, std::string_view flag);

std::string Help(const Program& program);

}  // namespace holdfast::command_line
