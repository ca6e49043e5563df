// DeleteTable: removes a table and everything in it. The response shows the table as DELETING, and the next call no
// longer finds it; with EngineOptions::realistic_timing it is DELETING for some seconds. Requests that have found it
// already are completed. Its stream ends, and can be read for another 24 hours. Its backups stay, and a table with
// point-in-time recovery leaves one more, of type SYSTEM.
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_DeleteTable.html
#pragma once

#include <optional>
#include <string>

#include "engine/base/result.h"
#include "engine/tables/table_description.h"

namespace holdfast {
class Replica;
struct DatabaseState;

struct DeleteTableRequest {
  std::optional<std::string> table_name;
};

struct DeleteTableResponse {
  TableDescription table_description;
};

// A replica of a global table is deleted like any other table; the other Regions keep theirs. The service refuses to
// delete a replica if, in the last 24 hours, a request to its Region has added another replica that still exists. The
// 24 hours are those of the database's clock.
Result<DeleteTableResponse> DeleteTable(DatabaseState& database, const DeleteTableRequest& request);

// Deletes the replica that this Region has of a global table, for a request in another Region. `requester`: the replica
// in that other Region, whose group the replica to delete must belong to.
Status DeleteReplica(DatabaseState& database, const std::string& table_name, const Replica& requester);

}  // namespace holdfast
