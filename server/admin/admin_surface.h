// `/_holdfast/…`: calls for tests, beside DynamoDB's API. JSON over HTTP, unsigned, for programs on this machine only.
//
//   GET, POST  /_holdfast/clock                        see clock_control.h
//   GET, POST  /_holdfast/snapshots                    see snapshots.h
//   POST       /_holdfast/snapshots/{id}/restore
//   DELETE     /_holdfast/snapshots/{id}
//   GET        /_holdfast/databases                    see database_list.h
//   POST       /_holdfast/ttl/sweep                    {"deleted": 3}: what has expired by now is deleted
//   POST       /_holdfast/reset                        databases become what they were when first used; forks are
//                                                      dropped
//
// Every call means all databases, or those that `?account=…&region=…&fork=…` names. If there are databases of several
// accounts, some may belong to other tests that are running: then a snapshot or reset of all databases requires
// `?all=true`. Failures have status 400, 403, 404 or 405 and the body `{"message": …}`.
//
// `/_holdfast/forks/NAME` is no call but the endpoint of a fork: see message/endpoint.h. `/_holdfast/actors/NAME` and
// `/_holdfast/forks/NAME/actors/NAME` are reserved.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "engine/engine.h"
#include "server/admin/admin_call.h"
#include "server/admin/snapshots.h"
#include "server/json/json_document.h"

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
  // Serve other machines, too: requests from the host of a container have the address of its bridge.
  bool remote = false;
  // No call creates more databases than these.
  size_t databases_max = SIZE_MAX;
};

// Thread-safe. No input of a client makes it throw. The caller must refuse requests of web pages: see OriginPolicy.
class AdminSurface {
 public:
  // `engine` must outlive this.
  explicit AdminSurface(Engine* engine, AdminOptions options = {})
      : engine_(engine), options_(options), snapshots_(engine) {}

  // Appends the response body and returns the status. `document` parses the request's body.
  int Handle(const AdminRequest& request, JsonDocument& document, std::string* body);

 private:
  struct Route;

  AdminOutcome Call(const AdminRequest& request, JsonDocument& document, std::string* body);
  AdminOutcome SweepExpired(const AdminCall& call, std::string* body);
  AdminOutcome Reset(const AdminCall& call, std::string* body);

  Engine* const engine_;
  const AdminOptions options_;
  Snapshots snapshots_;
};

}  // namespace holdfast::server
