// A call to the admin surface, taken apart: what every handler gets, and what it may answer instead of
// success.
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
  // What follows `/_holdfast/`, at the slashes.
  std::vector<std::string_view> path;
  // From the query: `?account=…&region=…&fork=…`. Without any of them, all databases.
  DatabaseSelection databases;
  // `all=true`: that all databases are meant is no mistake.
  bool all = false;
  // An object; without members if the request had no body.
  const rapidjson::Value& body;
};

struct AdminFailure {
  int status;
  std::string message;
};

// Nothing: it succeeded.
using AdminOutcome = std::optional<AdminFailure>;

}  // namespace holdfast::server
