// The endpoint behind this server (--upstream), for what takes more than forwarding: sessions of the race lab, faults
// and anomalies.
//
//                          ┌─ UpstreamClient     connections and signatures; shared by all
//   Upstream ──────────────┼─ TableMirror        keys and indexes of the endpoint's tables; shared by all
//   UpstreamStore ─────────┤
//   (of one session)       └─ UpstreamExecutor   the versions of items: each session has its own, and Upstream one for
//                                                requests outside of sessions
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "absl/base/thread_annotations.h"
#include "conformance/client/endpoint.h"
#include "engine/base/latch.h"
#include "engine/engine.h"
#include "server/race/session_store.h"
#include "server/upstream/table_mirror.h"
#include "server/upstream/upstream_client.h"
#include "server/upstream/upstream_executor.h"

namespace holdfast::server {

// Thread-safe. Execute and ExecutePartially block until the endpoint has responded.
class Upstream {
 public:
  // `tables`: the database that will mirror the endpoint's tables. It must have no tables yet.
  Upstream(conformance::EndpointOptions endpoint, std::shared_ptr<Database> tables, UpstreamLimits limits = {});
  ~Upstream();
  Upstream(const Upstream&) = delete;
  Upstream& operator=(const Upstream&) = delete;

  UpstreamClient& client() { return client_; }
  TableMirror& tables() { return tables_; }

  // Executes a request that belongs to no session. Does so as a session executes a step, so that the versions that it
  // has read and written are known. Executes one request at a time.
  race::Execution Execute(const race::Request& request);
  // Executes a batch except for its last member; see race::CallPartially (engine/race/steps/engine_executor.h).
  Result<race::Response> ExecutePartially(const race::Request& batch);
  // Forgets the mirrored tables and the versions of items. To be called before each run of `holdfast shake`.
  void Restart();
  // To be called after a request was forwarded without Execute and ExecutePartially: if it changes tables, the mirror
  // is emptied.
  void Forwarded(std::string_view operation);

  // Makes the store of a session; see SessionStoreFactory.
  Result<std::unique_ptr<SessionStore>, std::string> OpenStore(const RaceOptions& options);

 private:
  UpstreamClient client_;
  TableMirror tables_;
  Latch latch_;
  UpstreamExecutor executor_ ABSL_GUARDED_BY(latch_);
};

}  // namespace holdfast::server
