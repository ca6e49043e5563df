// The databases that an admin call selects.
#pragma once

#include <vector>

#include "engine/base/result.h"
#include "server/admin/admin_call.h"

namespace holdfast::server {

// Fails with status 404 if the selection names an account, a region or a fork, and no database matches. A selection
// without names selects all databases, and the result may be empty.
Result<std::vector<NamedDatabase>, AdminFailure> SelectDatabases(Engine& engine, const DatabaseSelection& selection);

// The same for calls that set the clocks of databases, take a snapshot or delete what has expired: a database that is
// named by both account and region is created if it does not exist, as CreateTable would create it. A fork begins as a
// copy.
Result<std::vector<NamedDatabase>, AdminFailure> SelectOrCreateDatabases(Engine& engine,
                                                                         const DatabaseSelection& selection);

}  // namespace holdfast::server
