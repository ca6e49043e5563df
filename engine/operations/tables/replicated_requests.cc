#include "engine/operations/tables/replicated_requests.h"

#include <memory>

#include "engine/operations/settings/update_time_to_live.h"
#include "engine/operations/tables/update_table.h"

namespace holdfast {
namespace {

template <typename Response>
bool MustBeRetried(const Result<Response>& response) {
  if (response.ok()) return false;
  // Other errors mean that the table has the setting already.
  const ErrorKind kind = response.error().kind;
  return kind == ErrorKind::kResourceInUse || kind == ErrorKind::kLimitExceeded;
}

// Returns false if the request must be tried again.
bool Repeat(DatabaseState& database, const Table& table, const ReplicatedRequest& request) {
  if (const auto* const specification = std::get_if<TimeToLiveSpecification>(&request)) {
    return !MustBeRetried(RepeatTimeToLiveUpdate(database, {table.name(), *specification}));
  }
  TableUpdate update = std::get<TableUpdate>(request);
  update.table_name = table.name();
  return !MustBeRetried(RepeatTableUpdate(database, update));
}

}  // namespace

void RepeatReceivedRequests(DatabaseState& database) {
  if (!database.has_replicas.load(std::memory_order_relaxed)) return;
  for (const std::shared_ptr<Table>& table : database.tables.Tables()) {
    Replica* const replica = table->replica();
    if (replica == nullptr || !table->accepts_data_plane_requests()) continue;
    while (const std::optional<ReplicatedRequest> request = replica->NextRequest()) {
      if (!Repeat(database, *table, *request)) break;
      replica->RemoveRequest();
    }
  }
}

}  // namespace holdfast
