// The servers that `holdfast shake` points its command at, and the runs of the command that are under way on them.
#pragma once

#include <sys/resource.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "engine/engine.h"
#include "server/race/anomaly_options.h"
#include "server/race/race_lab.h"
#include "server/shake/anomaly_class.h"
#include "server/shake/command.h"
#include "server/shake/results.h"
#include "server/upstream/upstream.h"

namespace holdfast::server::shake {

// A server that the command is pointed at, which runs in this process and belongs to one run at a time.
// RaceLab::UseAnomalies must have been called for it, with AnomalyOptions::seeded_order.
struct ShakenServer {
  std::string url;
  Engine& engine;
  RaceLab& races;
  // Null unless requests are forwarded. If it is set, `engine` only mirrors the endpoint's tables (TableMirror).
  Upstream* upstream = nullptr;
};

struct PlannedRun {
  AnomalyOptions options;
  ClassSet classes;
  std::chrono::seconds timeout;
};

class Runs {
 public:
  // The command's environment variable HOLDFAST_JOB is the number of its server, from 1. `servers` must not be empty.
  // `descriptors_max`: see CommandRunner.
  Runs(const std::vector<std::string>& command, const std::vector<ShakenServer>& servers, rlim_t descriptors_max);

  size_t jobs() const { return servers_.size(); }
  const std::string& first_url() const { return servers_.front().url; }
  bool interrupted() const { return commands_.interrupted(); }

  using Next = std::function<std::optional<PlannedRun>()>;
  using Done = std::function<void(Run run, std::string output)>;
  // Executes the runs that `next` returns, until it returns nullopt; as many at once as there are servers. `done`
  // receives each run as it ends, with its output. Returns false if a command could not be started or the runs were
  // interrupted: runs that end afterwards are not passed to `done`.
  bool Execute(const Next& next, const Done& done);

 private:
  struct Active {
    PlannedRun planned;
    uint64_t items_skipped_before = 0;
  };

  RequestOrder& OrderOf(size_t server) { return servers_[server].races.anomalies()->order(); }
  // Starts a run on each free server. Sets `*more` to false if `next` returns nullopt. Returns false if a command could
  // not be started.
  bool StartMore(const Next& next, bool* more);
  // Brings the server into the state in which a run begins: no race sessions, faults or forks, an empty database, a
  // running clock and the anomalies of `planned`. The items of an upstream stay.
  void Prepare(const ShakenServer& server, const PlannedRun& planned);
  Run Collect(size_t server, const CommandOutcome& outcome) const;

  const std::vector<std::string> command_;
  const std::vector<ShakenServer> servers_;
  std::vector<std::vector<std::string>> environments_;
  CommandRunner commands_;
  // The run on each server; nullopt if the server is free.
  std::vector<std::optional<Active>> active_;
};

}  // namespace holdfast::server::shake
