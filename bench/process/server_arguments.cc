#include "bench/process/server_arguments.h"

#include <algorithm>
#include <cstdio>
#include <string_view>

namespace holdfast::bench {

std::optional<int> ParseServerArguments(const command_line::Program& program, int argc, char** argv,
                                        std::vector<std::string>* server) {
  const std::vector<std::string_view> arguments(argv + 1, argv + argc);
  const auto dashes = std::find(arguments.begin(), arguments.end(), "--");
  server->assign(arguments.begin(), dashes);
  std::vector<std::string_view> program_arguments;
  if (dashes != arguments.end()) program_arguments.assign(dashes + 1, arguments.end());
  const bool asks_for_help =
      server->empty() || server->front() == "--help" ||
      std::find(program_arguments.begin(), program_arguments.end(), "--help") != program_arguments.end();
  command_line::Problem problem;
  if (!asks_for_help) problem = command_line::Parse(program, program_arguments);
  if (!asks_for_help && !problem.has_value()) return std::nullopt;
  std::fprintf(stderr, "%s%s%s", problem.value_or("").c_str(), problem.has_value() ? "\n" : "",
               problem.has_value() ? "" : command_line::Help(program).c_str());
  return 2;
}

}  // namespace holdfast::bench
