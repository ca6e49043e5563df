// `/_holdfast/…`: what a test asks of the server beside DynamoDB's API. JSON over HTTP, unsigned, for
// programs on this machine only.
//
//   GET, POST  /_holdfast/clock                        see clock_control.h
//   GET, POST  /_holdfast/snapshots                    see snapshots.h
//   POST       /_holdfast/snapshots/{id}/restore
//   DELETE     /_holdfast/snapshots/{id}
//   POST       /_holdfast/ttl/sweep                    {"deleted": 3}: what has expired by now is deleted
//   POST       /_holdfast/reset                        databases become what they were when first used; forks
//   are dropped
//
// Every call means all databases, or those that `?account=…&region=…&fork=…` names. Failures are answered
// with 400, 403, 404 or 405 and `{"message": …}`.
#pragma once

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
  bool from_this_machine = false;
  // Sent by a web page, which could be anybody's.
  bool from_browser = false;
};

bool IsAdminTarget(std::string_view target);

// Thread-safe.
class AdminSurface {
 public:
  // `engine` must outlive this.
  explicit AdminSurface(Engine* engine) : engine_(engine), snapshots_(engine) {}

  // Appends the body of the answer and returns its status. `document` parses the request's body.
  int Answer(const AdminRequest& request, JsonDocument& document, std::string* body);

 private:
  struct Route;

  AdminOutcome Call(const AdminRequest& request, JsonDocument& document, std::string* body);
  AdminOutcome SweepExpired(const AdminCall& call, std::string* body);
  AdminOutcome Reset(const AdminCall& call, std::string* body);

  Engine* const engine_;
  Snapshots snapshots_;
};

}  // namespace holdfast::server
