// `/_holdfast/…`: calls for tests, in addition to DynamoDB's API. They are unsigned, and by default only for programs
// on this machine. Requests and responses are JSON, except that metrics are text, the report of a race is HTML, and
// observed requests are sent as server-sent events.
//
//   GET, POST  /_holdfast/clock                        see clock_control.h
//   GET, POST  /_holdfast/snapshots                    see snapshots.h
//   POST       /_holdfast/snapshots/{id}/restore
//   DELETE     /_holdfast/snapshots/{id}
//   GET        /_holdfast/databases                    see database_list.h
//   GET        /_holdfast/metrics                      see server_metrics.h
//   GET        /_holdfast/requests?since=N             a stream of the observed requests, which the dispatcher
//                                                      opens: see observe/README.md
//   POST       /_holdfast/ttl/sweep                    deletes the items that have expired; responds {"deleted": 3}
//   POST       /_holdfast/reset                        drops forks, and empties the other databases; with
//                                                      --template-db, those of other accounts become copies of
//                                                      the template account's databases. Clocks do not change
//   /_holdfast/races…                                  see race_calls.h
//   /_holdfast/faults…                                 see fault_calls.h
//
// A call concerns all databases, or those that `?account=…&region=…&fork=…` selects; `access_key=…` in place of
// `account=…` means the account to which requests with this access key belong. If there are databases of several
// accounts, some may belong to other tests that are running. Then a snapshot or reset of all databases requires
// `?all=true`, and so do adding or removing fault rules for all databases, and restoring a snapshot of all databases
// that was taken without `?all=true` while only one account had databases. A server that forwards requests (--upstream)
// refuses clock, snapshots, databases and reset, and each call with `?fork=…`, with status 409; it asks the upstream to
// do the ttl/sweep, and refuses another one with status 409 until the upstream has responded. A call that would change
// the clock or the content of a database with a race session has status 409, because the session would not notice the
// change. Failures have the body `{"message": …}` and status 400, 403, 404, 405 or 409, or 503 if too many streams of
// requests are open.
//
// `/_holdfast/forks/NAME`, `/_holdfast/actors/NAME` and `/_holdfast/forks/NAME/actors/NAME` are not calls, but
// endpoints of the API: see message/endpoint.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <shared_mutex>
#include <string>
#include <string_view>
#include <utility>

#include "engine/engine.h"
#include "server/admin/admin_call.h"
#include "server/admin/server_metrics.h"
#include "server/admin/snapshots.h"
#include "server/json/json_document.h"
#include "server/race/race_lab.h"

namespace holdfast::server {

struct AdminRequest {
  std::string_view method;
  // Path and query.
  std::string_view target;
  // JSON; may be empty.
  std::string* body;
  bool from_loopback = false;
};

struct AdminOptions {
  // Serves other machines, too. A container needs this even for its host, whose requests have the bridge's address.
  bool remote = false;
  // If there are this many databases, no call creates another one.
  size_t databases_max = SIZE_MAX;
  // The account to which requests with an access key belong; null: calls cannot name it by `access_key=…`.
  std::function<std::string(std::string_view access_key_id)> account_of = {};
  // All callers share one database (and its forks), whichever account and region they and the calls name.
  bool shared_database = false;
  // Not empty: the server forwards requests to this endpoint. There are no databases to work on then, and
  // `sweep_upstream` makes the endpoint delete what has expired, or returns why it does not.
  std::string upstream_url = {};
  std::function<AdminOutcome(std::string* body)> sweep_upstream = {};
  // Null: there are no calls about metrics and requests. Must outlive the surface.
  Observer* observer = nullptr;
  // Returns what the metrics report of the connections; null: they report zeros.
  std::function<ConnectionLoad()> load = {};
};

struct AdminResponse {
  int status = 200;
  std::string_view content_type;
  // The caller is to respond with a stream of requests, from the one after number `stream_after`; without that number,
  // from now on.
  bool streams_requests = false;
  std::optional<uint64_t> stream_after = std::nullopt;
};

// Thread-safe. No input of a client makes it throw. The caller must refuse requests of web pages: see OriginPolicy.
class AdminSurface {
 public:
  // `engine` and `races` must outlive this. Without `races` there are no calls for races and faults.
  explicit AdminSurface(Engine* engine, AdminOptions options = {}, RaceLab* races = nullptr)
      : engine_(engine), options_(std::move(options)), races_(races), snapshots_(engine) {}

  // Appends the response body. `document` parses the request's body.
  AdminResponse Handle(const AdminRequest& request, JsonDocument& document, std::string* body);

 private:
  struct Route;

  // Sets `*route` before it runs the call, and `*since` to the parameter of that name.
  AdminOutcome Call(const AdminRequest& request, JsonDocument& document, const Route** route,
                    std::optional<uint64_t>* since, std::string* body);
  AdminOutcome GetMetrics(const AdminCall& call, std::string* body);
  AdminOutcome OpenRaceSession(const AdminCall& call, std::string* body);
  AdminOutcome RestoreSnapshot(const AdminCall& call, std::string* body);
  AdminOutcome SweepExpired(const AdminCall& call, std::string* body);
  AdminOutcome Reset(const AdminCall& call, std::string* body);
  // To be called after a restore or a reset: no stale read may see a state from before it.
  void ForgetOlderStates();

  Engine* const engine_;
  const AdminOptions options_;
  RaceLab* const races_;
  Snapshots snapshots_;
  // Locked exclusively while the database of a new race session is reserved. Calls that must not run during a race
  // session lock it shared, from their check that there is no session to their end.
  std::shared_mutex reserving_race_;
  // Locked while the upstream is asked to delete what has expired. A call that finds it locked is refused: calls that
  // wait for an upstream that does not respond would occupy all threads of the admin calls.
  std::mutex sweeping_upstream_;
};

}  // namespace holdfast::server
