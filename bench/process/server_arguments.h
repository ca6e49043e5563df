// The command line of the programs that start a server: PROGRAM SERVER [FLAG OF THE SERVER]... [-- FLAG...]
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "conformance/command_line/command_line.h"

namespace holdfast::bench {

// Puts the arguments before `--` into `server`, and parses those after it as `program` describes. If they are invalid,
// prints the error; if there is no server, or `--help` in its place or after `--`, prints the help. In these cases
// returns the exit status with which the program must end; otherwise nothing.
std::optional<int> ParseServerArguments(const command_line::Program& program, int argc, char** argv,
                                        std::vector<std::string>* server);

}  // namespace holdfast::bench
