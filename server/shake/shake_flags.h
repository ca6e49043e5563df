// The command line of `holdfast shake`.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/client/endpoint.h"
#include "engine/base/result.h"
#include "server/shake/anomaly_class.h"

namespace holdfast::server::shake {

struct ShakeFlags {
  size_t runs = 100;
  std::optional<uint64_t> seed;
  // The classes that may be on; empty: all possible ones.
  ClassSet only;
  // The longest delay of a request.
  std::chrono::milliseconds hold{100};
  // Does every run, even for a class that has failed three times, and if the command fails without anomalies.
  bool keep_going = false;
  // How many runs of the command are under way at once.
  size_t jobs = 1;
  // The paths of the files that are written; empty: none.
  std::string report;
  std::string json;
  bool help = false;
  // The flags --upstream and --upstream-region, and the endpoint that they name; absent: none.
  std::string upstream_url;
  std::string upstream_region;
  std::optional<conformance::EndpointOptions> upstream;
  // The arguments after `--`.
  std::vector<std::string> command;

  // The classes that may be on. With an upstream neither stale reads nor index lag nor late deletion: its older states
  // are not known, and it deletes expired items itself.
  ClassSet possible() const {
    if (!upstream.has_value()) return ClassSet::All();
    return ClassSet::All()
        .Without(AnomalyClass::kStaleReads)
        .Without(AnomalyClass::kIndexLag)
        .Without(AnomalyClass::kLateTtl);
  }
  ClassSet permitted() const { return only.empty() ? possible() : only; }
};

std::string ShakeHelpText();
// The flags, or one line that describes the first error. `arguments` excludes the program's name and `shake`.
Result<ShakeFlags, std::string> ParseShakeFlags(const std::vector<std::string_view>& arguments);

// The command as a line for a POSIX shell: `npm test`.
std::string CommandText(const std::vector<std::string>& command);
// The `holdfast shake` command that runs one seed with these classes again.
std::string ReplayCommand(const ShakeFlags& flags, uint64_t seed, ClassSet classes);

}  // namespace holdfast::server::shake
