// `/_holdfast/faults`: rules that inject faults into requests outside of race sessions. After each call: its response.
//
//   POST   /_holdfast/faults      {"ids": ["1"]}, 201: adds rules, see race/race_options.h for the body
//   GET    /_holdfast/faults      {"faults": [{"id": "1", "on": "PutItem", "do": "throttle", "budget": 1,
//                                 "probability": 1.0, "matched": 3, "fired": 1}]}; also "account", "region", "fork",
//                                 "table", "index", "actor" and "nth" if the rule has them
//   DELETE /_holdfast/faults      204: removes all rules
//   DELETE /_holdfast/faults/1    204
//
// With `?account=…&region=…&fork=…` POST adds rules for the selected databases, and GET and DELETE concern only the
// rules that apply to no databases but these. Requests to a database with a race session follow only the rules of the
// session.
#pragma once

#include <string>

#include "server/admin/admin_call.h"
#include "server/race/race_lab.h"

namespace holdfast::server {

AdminOutcome AddFaults(RaceLab& races, const AdminCall& call, std::string* body);
AdminOutcome ListFaults(RaceLab& races, const AdminCall& call, std::string* body);
AdminOutcome RemoveFaults(RaceLab& races, const AdminCall& call, std::string* body);
AdminOutcome RemoveFault(RaceLab& races, const AdminCall& call, std::string* body);

}  // namespace holdfast::server
