// The command line of holdfast-conformance.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/runner/run_options.h"

namespace holdfast::conformance {

struct Flags {
  RunOptions run;
  std::string report_file;
  std::string json_file;
  bool list = false;
  bool help = false;
  bool version = false;
};

std::string HelpText();

// Fills in `flags`. Returns nothing, or one line that describes the error in the arguments. `arguments` excludes the
// program's name. Credentials come from AWS's environment variables.
std::optional<std::string> ParseFlags(const std::vector<std::string_view>& arguments, Flags* flags);

}  // namespace holdfast::conformance
