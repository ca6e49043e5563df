// What many clients want at once, and how to see afterwards that nobody got what was not there.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "bench/load/actor.h"
#include "conformance/wire/client.h"

namespace holdfast::bench {

// What the clients were told, over everything that ever ran against a table.
struct Claims {
  int64_t got = 0;
  // Attempts that nobody knows the outcome of: each may have been carried out, so each may be one more.
  int64_t unknown = 0;
};

// Against one table of one endpoint.
class Workload {
 public:
  virtual ~Workload() = default;

  // Writes what has to be there before the first operation. Throws conformance::SetupFailed.
  virtual void Prepare(conformance::Client& client) = 0;
  // To be called from one thread at a time; actors may run on several.
  virtual std::unique_ptr<Actor> MakeActor(int client, uint64_t seed) = 0;
  // Reads the table, consistently, and says everything that cannot be if the endpoint kept its word; empty if it did.
  // Nothing may run meanwhile. Throws conformance::SetupFailed where it cannot be read.
  virtual std::vector<std::string> Verify(conformance::Client& client, const Claims& claims) = 0;
  // What there is to know beside the fates, in words: "holds that expired before they were paid".
  virtual std::vector<std::pair<std::string, int64_t>> Details() const { return {}; }
};

}  // namespace holdfast::bench
