// The command line of holdfast-bench.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bench/runner/bench_options.h"

namespace holdfast::bench {

struct Flags {
  BenchOptions run;
  // Empty: no such report.
  std::string report_file;
  std::string json_file;
  // If one of these is true, `run` is incomplete: it has no endpoints.
  bool list = false;
  bool help = false;
  bool version = false;
};

std::string HelpText();

// Fills in `flags`, which must be default-constructed. Returns one line that describes the first error, or nothing if
// `arguments` are valid. `arguments` excludes the program's name. Endpoint, region and credentials default to AWS's
// environment variables.
std::optional<std::string> ParseFlags(const std::vector<std::string_view>& arguments, Flags* flags);

}  // namespace holdfast::bench
