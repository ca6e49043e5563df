#include "conformance/command_line/command_line.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace holdfast::command_line {
namespace {

constexpr size_t kColumnsMax = 120;

const Flag* FindFlag(const Program& program, std::string_view name) {
  const auto found =
      std::find_if(program.flags.begin(), program.flags.end(), [name](const Flag& flag) { return flag.name == name; });
  return found == program.flags.end() ? nullptr : &*found;
}

// The number of letters to insert, remove or replace to turn `a` into `b` (Levenshtein distance).
size_t EditDistance(std::string_view a, std::string_view b) {
  std::vector<size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), size_t{0});
  for (size_t i = 0; i < a.size(); ++i) {
    size_t diagonal = std::exchange(row[0], i + 1);
    for (size_t j = 0; j < b.size(); ++j) {
      const size_t replaced = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, diagonal + 1});
    }
  }
  return row.back();
}

// `; did you mean --port?`, if a flag has a similar name; otherwise empty.
std::string Suggestion(const Program& program, std::string_view name) {
  constexpr size_t kNameBytesMax = 64;
  if (name.size() > kNameBytesMax) return "";
  const auto letters = [](std::string_view flag) {
    return flag.substr(std::min(flag.find_first_not_of('-'), flag.size()));
  };
  const Flag* best = nullptr;
  // At least two edits are allowed, because two swapped letters count as two; but fewer than the name has letters, or
  // every name of two letters would be similar to every other.
  const size_t length = letters(name).size();
  size_t best_distance = std::min(length, std::max<size_t>(3, length / 3 + 1));
  for (const Flag& flag : program.flags) {
    const size_t distance = EditDistance(letters(name), letters(flag.name));
    if (distance >= best_distance) continue;
    best = &flag;
    best_distance = distance;
  }
  return best == nullptr ? "" : "; did you mean " + std::string(best->name) + "?";
}

std::string Usage(const Flag& flag) {
  std::string usage = "  " + std::string(flag.name);
  return flag.argument.empty() ? usage : usage + " " + std::string(flag.argument);
}

// Appends `text` to `*out`, whose last line ends at `column`, in lines of at most kColumnsMax.
void Wrap(std::string_view text, size_t column, std::string* out) {
  size_t at = column;
  while (!text.empty()) {
    const std::string_view word = text.substr(0, text.find(' '));
    if (at > column && at + 1 + word.size() > kColumnsMax) {
      out->append("\n").append(column, ' ');
      at = column;
    }
    if (at > column) out->append(" ");
    out->append(word);
    at += word.size() + (at > column ? 1 : 0);
    text.remove_prefix(std::min(text.size(), word.size() + 1));
  }
}

}  // namespace

Problem Parse(const Program& program, const std::vector<std::string_view>& arguments) {
  for (size_t i = 0; i < arguments.size(); ++i) {
    if (program.apply_operand && !arguments[i].starts_with('-')) {
      if (Problem problem = program.apply_operand(arguments[i])) return problem;
      continue;
    }
    const size_t equals = arguments[i].find('=');
    const std::string name(arguments[i].substr(0, equals));
    const Flag* const flag = FindFlag(program, name);
    if (flag == nullptr) return "unknown flag " + name + Suggestion(program, name) + " (see --help)";

    std::string_view value;
    if (equals != std::string_view::npos) {
      if (flag->argument.empty()) return name + " takes no value";
      value = arguments[i].substr(equals + 1);
    } else if (!flag->argument.empty()) {
      if (++i == arguments.size()) return name + " needs a value";
      value = arguments[i];
    }
    if (const Problem problem = flag->apply(value)) return name + " " + *problem;
  }
  return std::nullopt;
}

std::string Help(const Program& program) {
  size_t column = 0;
  for (const Flag& flag : program.flags) {
    if (!flag.help.empty()) column = std::max(column, Usage(flag).size() + 2);
  }
  std::string text = std::string(program.title) + "\n\n";
  for (const Flag& flag : program.flags) {
    if (flag.help.empty()) continue;
    const std::string usage = Usage(flag);
    text.append(usage).append(column - usage.size(), ' ');
    Wrap(flag.help, column, &text);
    text += '\n';
  }
  return program.notes.empty() ? text : text.append("\n").append(program.notes);
}

}  // namespace holdfast::command_line
