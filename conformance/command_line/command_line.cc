#include "conformance/command_line/command_line.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

namespace holdfast::command_line {
namespace {

constexpr size_t kColumnsMax = 120;
// Flags, without their dashes, with which a program only prints a text: the help or the version.
constexpr std::array<std::string_view, 3> kTextFlags = {"help", "h", "version"};

std::string_view WithoutDashes(std::string_view flag) {
  return flag.substr(std::min(flag.find_first_not_of('-'), flag.size()));
}

bool IsTextFlag(std::string_view name_without_dashes) {
  return std::find(kTextFlags.begin(), kTextFlags.end(), name_without_dashes) != kTextFlags.end();
}

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

// The flag with the name that is most similar to `name`; null if none is similar.
const Flag* SimilarFlag(const Program& program, std::string_view name) {
  constexpr size_t kNameBytesMax = 64;
  if (name.size() > kNameBytesMax) return nullptr;
  const Flag* best = nullptr;
  // Two edits are allowed, because two swapped letters count as two edits, and more in a longer name. In a name of
  // three letters only one is allowed: with two it would be similar to many others (--job to --log).
  const size_t length = WithoutDashes(name).size();
  size_t best_distance = std::min(std::max<size_t>(length, 1) - 1, std::max<size_t>(3, length / 3 + 1));
  for (const Flag& flag : program.flags) {
    const size_t distance = EditDistance(WithoutDashes(name), WithoutDashes(flag.name));
    if (distance >= best_distance) continue;
    best = &flag;
    best_distance = distance;
  }
  return best;
}

// `; did you mean --port?`, if a flag has a similar name; otherwise empty.
std::string Suggestion(const Program& program, std::string_view name) {
  const Flag* const similar = SimilarFlag(program, name);
  return similar == nullptr ? "" : "; did you mean " + std::string(similar->name) + "?";
}

bool HasVariable(const Flag& flag) { return flag.name.starts_with("--") && !IsTextFlag(WithoutDashes(flag.name)); }

// The name of the variable's flag, even if the program has no such flag: `--max-memory` for HOLDFAST_MAX_MEMORY.
std::string FlagOf(const Program& program, std::string_view variable) {
  std::string flag = "--" + std::string(variable.substr(program.variable_prefix.size()));
  std::transform(flag.begin(), flag.end(), flag.begin(), [](char c) {
    if (c == '_') return '-';
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return flag;
}

// Kubernetes sets HOLDFAST_PORT=tcp://10.0.0.7:8000 where a service is called holdfast:
// https://kubernetes.io/docs/concepts/services-networking/service/#environment-variables
bool IsAddressOfService(std::string_view flag, std::string_view value) {
  return flag == "--port" && (value.starts_with("tcp://") || value.starts_with("udp://"));
}

// The names of the flags among the arguments. DynamoDB Local's -port is the same flag as --port.
std::vector<std::string_view> NamesWithoutDashes(const std::vector<std::string_view>& arguments) {
  std::vector<std::string_view> names;
  for (const std::string_view argument : arguments) {
    if (argument.starts_with('-')) names.push_back(WithoutDashes(argument.substr(0, argument.find('='))));
  }
  return names;
}

// Returns the flags whose variable is set, with its value, in the order of `program.flags`, because an environment
// has no order. Appends the lines of Variables::warnings to `*warnings`.
std::vector<std::pair<const Flag*, std::string_view>> ReadVariables(const Program& program,
                                                                    const std::vector<std::string_view>& environment,
                                                                    std::vector<std::string>* warnings) {
  std::vector<std::pair<const Flag*, std::string_view>> values;
  for (const std::string_view variable : environment) {
    const std::string_view name = variable.substr(0, variable.find('='));
    if (program.variable_prefix.empty() || !name.starts_with(program.variable_prefix)) continue;
    const std::string flag_name = FlagOf(program, name);
    const Flag* const flag = FindFlag(program, flag_name);
    if (flag != nullptr && VariableOf(program, flag_name) == name) {
      const std::string_view value = variable.substr(std::min(name.size() + 1, variable.size()));
      const bool is_given = HasVariable(*flag) && !value.empty() && !IsAddressOfService(flag->name, value);
      if (is_given) values.emplace_back(flag, value);
      continue;
    }
    const Flag* const similar = SimilarFlag(program, flag_name);
    if (similar == nullptr || !HasVariable(*similar)) continue;
    warnings->push_back(std::string(name) + " is not a flag's variable; did you mean " +
                        VariableOf(program, similar->name) + "?");
  }
  std::sort(values.begin(), values.end());
  return values;
}

Problem ApplyVariable(const Flag& flag, std::string_view value, bool* applied) {
  *applied = true;
  if (!flag.argument.empty()) return flag.apply(value);
  if (value == "1" || value == "true") return flag.apply("");
  if (value != "0" && value != "false") return "needs 1, true, 0 or false, not '" + std::string(value) + "'";
  *applied = false;
  return std::nullopt;
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

std::string VariableOf(const Program& program, std::string_view flag) {
  std::string variable(WithoutDashes(flag));
  std::transform(variable.begin(), variable.end(), variable.begin(), [](char c) {
    if (c == '-') return '_';
    return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  });
  return std::string(program.variable_prefix) + variable;
}

Problem ParseWithEnvironment(const Program& program, const std::vector<std::string_view>& arguments,
                             const std::vector<std::string_view>& environment, Variables* variables) {
  const std::vector<std::string_view> given = NamesWithoutDashes(arguments);
  if (std::any_of(given.begin(), given.end(), IsTextFlag)) return Parse(program, arguments);
  for (const auto& [flag, value] : ReadVariables(program, environment, &variables->warnings)) {
    if (std::find(given.begin(), given.end(), WithoutDashes(flag->name)) != given.end()) continue;
    const std::string name = VariableOf(program, flag->name);
    bool applied = false;
    if (const Problem problem = ApplyVariable(*flag, value, &applied)) return name + " " + *problem;
    if (applied) variables->applied.push_back(name);
  }
  return Parse(program, arguments);
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
