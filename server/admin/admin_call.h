// A parsed call to the admin surface, which every handler receives, and the failures that a handler returns.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/engine.h"
#include "server/json/rapidjson.h"

namespace holdfast::server {

struct AdminCall {
  std::string_view method;
  // The path after `/_holdfast/`, split at the slashes.
  std::vector<std::string_view> path;
  // From `account=…` (or `access_key=…`), `region=…` and `fork=…` in the query. All databases if it has none of them.
  DatabaseSelection databases;
  // `all=true`: confirms that the call means all databases.
  bool all = false;
  // `run=…`, for the calls of races; empty if it is absent.
  std::string_view run = {};
  // A JSON object; an empty one if the request had no body.
  const rapidjson::Value& body;
};

struct AdminFailure {
  int status;
  std::string message;
};

// Empty: the call succeeded.
using AdminOutcome = std::optional<AdminFailure>;

}  // namespace holdfast::server
