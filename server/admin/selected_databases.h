// The databases that an admin call means.
#pragma once

#include <vector>

#include "engine/base/result.h"
#include "server/admin/admin_call.h"

namespace holdfast::server {

bool MeansAll(const DatabaseSelection& selection);

// Fails with 404 if some were asked for by name and there is none. Never empty, unless all were meant.
Result<std::vector<NamedDatabase>, AdminFailure> SelectDatabases(Engine& engine, const DatabaseSelection& selection);

// The same for what is to be kept: one that is named by account and region both is made if need be, as a request of the
// API would make it.
Result<std::vector<NamedDatabase>, AdminFailure> SelectOrCreateDatabases(Engine& engine,
                                                                         const DatabaseSelection& selection);

}  // namespace holdfast::server
