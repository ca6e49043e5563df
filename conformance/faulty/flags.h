// The command line of holdfast-faulty-proxy.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/client/endpoint_url.h"

namespace holdfast::conformance::faulty {

struct Flags {
  EndpointUrl target;
  uint16_t port = 0;
  std::string fault = "none";
  uint64_t seed = 1;
  // Without a value, the fault's default rate applies.
  std::optional<double> rate;
  bool list_faults = false;
  bool help = false;
  bool version = false;
};

std::string HelpText();

// Fills in `flags`. Returns nothing, or one line that describes the error in the arguments. `arguments` excludes the
// program's name.
std::optional<std::string> ParseFlags(const std::vector<std::string_view>& arguments, Flags* flags);

}  // namespace holdfast::conformance::faulty
