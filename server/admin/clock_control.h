// `/_holdfast/clock`: the clocks of databases, which all their timed behaviour follows.
//
//   GET                                          {"mode": "system", "now": 1790000000.25}
//   POST {"mode": "virtual", "now": 1790000000}  stops the clock at that time: seconds since 1970, or
//                                                "2026-10-01T09:00:00Z"
//   POST {"mode": "virtual"}                     stops it where it is
//   POST {"advance": "15m"}                      stops it and moves it on: seconds, or a duration such as "1h30m" or
//                                                "250ms"
//   POST {"mode": "system"}                      follows the system's clock again
//
// Every time lies in the years 0001 to 9999. A call that would leave this range gets status 400 and changes no clock.
// Before it responds, a call that moves a clock makes the status changes that are due then, and deletes the items that
// have expired. POST responds like GET: if several databases are selected, with the clock of the first of them by name;
// if all are, with the clock with which new databases start.
#pragma once

#include <string>

#include "server/admin/admin_call.h"

namespace holdfast::server {

AdminOutcome GetClock(Engine& engine, const AdminCall& call, std::string* body);
AdminOutcome SetClock(Engine& engine, const AdminCall& call, std::string* body);

}  // namespace holdfast::server
