// The command line of a program as one table of flags, from which come parsing, suggestions, errors and the help.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace holdfast::command_line {

// What is wrong with a value, phrased to follow the flag's name: "needs a value"; nothing if the value is valid.
using Problem = std::optional<std::string>;
// Applies a value; see setters.h.
using Apply = std::function<Problem(std::string_view value)>;

// .ci/help prints the help from the source of a table before there is a program. So the first three are literals.
struct Flag {
  // With its dashes: "--port", or "-port".
  std::string_view name;
  // The name of its value: "PORT"; empty if it takes none.
  std::string_view argument;
  // Empty for what is accepted and not in the help. A flag whose values are explained one by one has a row for each.
  std::string_view help;
  Apply apply;
};

struct Program {
  // The first line of the help.
  std::string_view title;
  std::vector<Flag> flags;
  // Paragraphs below the flags.
  std::string_view notes = {};
  // For arguments that are no flags; without it there are none.
  Apply apply_operand = nullptr;
};

// Applies the arguments in their order, and stops at the first problem, which is one line. `--seed=9` and `--seed 9` are
// the same. `arguments` excludes the program's name.
Problem Parse(const Program& program, const std::vector<std::string_view>& arguments);

std::string Help(const Program& program);

}  // namespace holdfast::command_line
