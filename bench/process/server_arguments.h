// The command line of the programs that start a server: PROGRAM SERVER [FLAG OF THE SERVER]... [-- FLAG...]
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "conformance/command_line/command_line.h"

namespace holdfast::bench {

// Fills in the command of the server, and applies what follows `--` to the program's own table. Without a server, or
// with something wrong, it prints the help; the program is then to end with the status returned.
std::optional<int> ParseServerArguments(const command_line::Program& program, int argc, char** argv,
                                        std::vector<std::string>* server);

}  // namespace holdfast::bench
