// `GET /_holdfast/databases`: the databases that exist.
//
//   {"databases": [{"account": "000000000000", "region": "us-east-1", "fork": "w1", "tables": 2, "items": 10,
//                   "bytes": 1234, "clock": "system", "last_used": 1790000000.25}]}
//
// In the order of their names; "fork" only for forks. "bytes": the total size of the items as DynamoDB counts it,
// without indexes. "clock": "virtual" while the clock is stopped. "last_used": when a request, or a change of another
// Region's replica, last used the database, in seconds since 1970 by the machine's clock, to about a second.
#pragma once

#include <string>

#include "server/admin/admin_call.h"

namespace holdfast::server {

AdminOutcome ListDatabases(Engine& engine, const AdminCall& call, std::string* body);

}  // namespace holdfast::server
