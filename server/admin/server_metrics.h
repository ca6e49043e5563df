// `GET /_holdfast/metrics`: what the server holds, and with --metrics the requests that have ended, for Prometheus
// (server/observe/README.md).
#pragma once

#include <cstddef>
#include <string>

#include "engine/engine.h"
#include "server/observe/observer.h"

namespace holdfast::server {

struct ConnectionLoad {
  size_t connections = 0;
  // As --max-buffered-bytes counts them.
  size_t buffered_bytes = 0;
};

// `stores`: this server has databases of its own.
void AppendServerMetrics(Engine& engine, bool stores, const ConnectionLoad& load, Observer& observer,
                         std::string* body);

}  // namespace holdfast::server
