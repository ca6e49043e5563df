// `/_holdfast/…`: what a test asks of the server beside DynamoDB's API. JSON over HTTP, unsigned, for
// programs on this machine only.
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
// Every call means all databases, or those that `?account=…&region=…&fork=…` names. To take a snapshot of all of them
// or to reset them while there are databases of several accounts, which may be those of other tests that run now, the
// call has to say `?all=true`. Failures are answered with 400, 403, 404 or 405 and `{"message": …}`.
//
// `/_holdfast/forks/NAME` is no call but the endpoint of a fork: see dispatch/endpoint.h. `/_holdfast/actors/NAME` and
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
  // Answer other machines, too: in a container the machine's own programs come from the bridge's address.
  bool remote = false;
  // No call makes more databases than these.
  size_t databases_max = SIZE_MAX;
};

// Thread-safe. Never throws for anything a client sent. Web pages are kept out by whatever calls this: see OriginPolicy.
class AdminSurface {
 public:
  // `engine` must outlive this.
  explicit AdminSurface(Engine* engine, AdminOptions options = {})
      : engine_(engine), options_(options), snapshots_(engine) {}

  // Appends the body of the answer and returns its status. `document` parses the request's body.
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
