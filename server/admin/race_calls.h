// `/_holdfast/races`: sessions in which the server chooses the order of requests (server/race).
//
//   POST   /_holdfast/races                            {"id": "7"}, 201: see race/race_options.h for the body
//   GET    /_holdfast/races                            {"races": [{"id": "7", …}]}: those that are open, as below
//   GET    /_holdfast/races/7                          what was found so far: see race/race_json.h
//   POST   /_holdfast/races/7/runs                     {"run": 17, "done": false, "purpose": "explore", "actors": […]}
//                                                      or {"run": 34, "done": true, "verdict": {…}}
//   POST   /_holdfast/races/7/actors/alice/done        {}: the actor sends no more in this run
//   POST   /_holdfast/races/7/actors/alice/settled     {}: {"outstanding": 2} are the requests that it waits for
//   POST   /_holdfast/races/7/runs/17/result           {"run": 17, "failed": true, "why": "…", "replay": "…", …}:
//                                                      {"ok": true}, or {"ok": false, "why": "…"}
//   GET    /_holdfast/races/7/history                  of the witness, or else of the last run; `?run=17`
//   GET    /_holdfast/races/7/report                   the same as an HTML page
//   DELETE /_holdfast/races/7                          204; the database is again as it was at the opening
//
// A session is opened on the database that `?account=…&region=…&fork=…` names; without them on that of account
// 000000000000 in us-east-1. A call at a wrong moment has status 409.
#pragma once

#include <string>

#include "server/admin/admin_call.h"
#include "server/race/race_lab.h"

namespace holdfast::server {

// The database that a session is opened on.
DatabaseName RaceDatabase(const DatabaseSelection& named);
AdminOutcome OpenRace(RaceLab& races, Engine& engine, const DatabaseName& name, const AdminCall& call,
                      std::string* body);
AdminOutcome ListRaces(RaceLab& races, const AdminCall& call, std::string* body);
AdminOutcome DescribeRace(RaceLab& races, const AdminCall& call, std::string* body);
AdminOutcome CloseRace(RaceLab& races, const AdminCall& call, std::string* body);
AdminOutcome BeginRaceRun(RaceLab& races, const AdminCall& call, std::string* body);
AdminOutcome EndRaceRun(RaceLab& races, const AdminCall& call, std::string* body);
AdminOutcome FinishRaceActor(RaceLab& races, const AdminCall& call, std::string* body);
AdminOutcome SettleRaceActor(RaceLab& races, const AdminCall& call, std::string* body);
AdminOutcome GetRaceHistory(RaceLab& races, const AdminCall& call, std::string* body);
AdminOutcome GetRaceReport(RaceLab& races, const AdminCall& call, std::string* body);

// Refuses a call that would change a database behind the back of its race session. `races` may be null.
AdminOutcome RequireNoRace(const RaceLab* races, const DatabaseSelection& databases);

}  // namespace holdfast::server
