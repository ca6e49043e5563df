// The servers that `holdfast shake` points its command at, and the runs of the command that are under way on them.
#pragma once

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

// A server that the command is pointed at, which runs in this process and belongs to one run at a time. It must have
// anomalies in a seeded order (RaceLab::UseAnomalies).
struct ShakenServer {
  std::string url;
  Engine& engine;
  RaceLab& races;
  // Null unless requests are forwarded: then the databases of `engine` are not used.
  Upstream* upstream = nullptr;
};

struct PlannedRun {
  AnomalyOptions options;
  ClassSet classes;
  std::chrono::seconds timeout;
};

class Runs {
 public:
  // The command is told the number of its server, from 1, by HOLDFAST_JOB. `servers` must not be empty.
  Runs(const std::vector<std::string>& command, const std::vector<ShakenServer>& servers);

  size_t jobs() const { return servers_.size(); }
  const std::string& first_url() const { return servers_.front().url; }
  bool interrupted() const { return commands_.interrupted(); }

  using Next = std::function<std::optional<PlannedRun>()>;
  using Done = std::function<void(Run run, std::string output)>;
  // Makes the runs that `next` returns until it returns none, as many at once as there are servers. `done` receives
  // each run as it ends, with its output. False if a command could not be started, or if an interruption has ended the
  // commands: their runs are not given to `done`.
  bool Make(const Next& next, const Done& done);

 private:
  struct Active {
    PlannedRun planned;
    uint64_t expired_items_kept_before = 0;
  };

  RequestOrder& OrderOf(size_t server) { return servers_[server].races.anomalies()->order(); }
  // `*more` becomes false if `next` returns none. False if a command could not be started.
  bool StartMore(const Next& next, bool* more);
  // Makes the server empty, and its clock run.
  void Prepare(const ShakenServer& server, const PlannedRun& planned);
  Run Collect(size_t server, const CommandOutcome& outcome) const;

  const std::vector<std::string> command_;
  const std::vector<ShakenServer> servers_;
  std::vector<std::vector<std::string>> environments_;
  CommandRunner commands_;
  // For each server; nothing if it is free.
  std::vector<std::optional<Active>> active_;
};

}  // namespace holdfast::server::shake
