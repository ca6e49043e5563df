#include "server/admin/server_metrics.h"

#include "server/observe/metrics_text.h"

namespace holdfast::server {

void AppendServerMetrics(Engine& engine, bool stores, const ConnectionLoad& load, Observer& observer,
                         std::string* body) {
  ServerGauges gauges{.stores = stores, .connections = load.connections, .buffered_bytes = load.buffered_bytes};
  if (stores) {
    for (const DatabaseDescription& database : engine.Describe({})) {
      ++gauges.databases;
      if (!database.name.fork.empty()) ++gauges.forks;
      gauges.tables += database.size.tables;
      gauges.items += database.size.items;
      gauges.item_bytes += database.size.item_bytes;
    }
  }
  AppendGauges(gauges, body);
  observer.AppendMetrics(body);
}

}  // namespace holdfast::server
