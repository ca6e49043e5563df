// The databases that an admin call selects.
#pragma once

#include <vector>

#include "engine/base/result.h"
#include "server/admin/admin_call.h"

namespace holdfast::server {

// Fails with 404 if the selection has a name and no database matches. Empty only if all databases are selected.
Result<std::vector<NamedDatabase>, AdminFailure> SelectDatabases(Engine& engine, const DatabaseSelection& selection);

// The same for calls whose effect lasts: a database that is named by both account and region is created if it does not
// exist, as a request to the API would create it.
Result<std::vector<NamedDatabase>, AdminFailure> SelectOrCreateDatabases(Engine& engine,
                                                                         const DatabaseSelection& selection);

}  // namespace holdfast::server
