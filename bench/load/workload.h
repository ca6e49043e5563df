// A workload: what its clients do, and the invariant that is checked afterwards.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "bench/load/actor.h"
#include "conformance/client/client.h"

namespace holdfast::bench {

// What the clients know from the responses, over all runs against a table.
struct Claims {
  // Operations that the endpoint acknowledged as successful.
  int64_t got = 0;
  // Attempts of unknown outcome: each may have been carried out.
  int64_t unknown = 0;
};

// Each object runs against one table of one endpoint.
class Workload {
 public:
  virtual ~Workload() = default;

  // Writes the initial items. Throws conformance::SetupFailed.
  virtual void Prepare(conformance::Client& client) = 0;
  // Must not be called concurrently. The actors themselves may run on several threads.
  virtual std::unique_ptr<Actor> MakeActor(int client, uint64_t seed) = 0;
  // Reads the table consistently and returns the violations of the invariant; empty if it holds. No operation may be in
  // flight. Throws conformance::SetupFailed if the table cannot be read.
  virtual std::vector<std::string> Verify(conformance::Client& client, const Claims& claims) = 0;
  // Further counts for the report, by description: "holds that expired before they were paid".
  virtual std::vector<std::pair<std::string, int64_t>> Details() const { return {}; }
};

}  // namespace holdfast::bench
