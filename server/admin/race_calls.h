// `/_holdfast/races`: sessions in which the server chooses the order of requests (server/race). After each call: its
// response.
//
//   POST   /_holdfast/races                            {"id": "7"}, 201; with --upstream also "start": "test". See
//                                                      race/race_options.h for the body
//   GET    /_holdfast/races                            {"races": [{"id": "7", …}]}: the open sessions, on the
//                                                      databases that the call selects
//   GET    /_holdfast/races/7                          the session's findings so far: see
//                                                      race/report/race_json.h
//   POST   /_holdfast/races/7/runs                     {"run": 17, "done": false, "purpose": "explore", "actors": […]}
//                                                      or {"run": 34, "done": true, "verdict": {…}}
//   POST   /_holdfast/races/7/actors/alice/done        {}: the actor sends no more requests in this run
//   POST   /_holdfast/races/7/actors/alice/settled     {}: the body {"outstanding": 2} says for how many
//                                                      responses the actor waits
//   POST   /_holdfast/races/7/runs/17/result           {"run": 17, "failed": true, "why": "…", "replay": "…", …};
//                                                      the body is {"ok": true} or {"ok": false, "why": "…"}
//   GET    /_holdfast/races/7/history                  the history of the run selected by `?run=17`; by
//                                                      default the first failed run (as shrunk), or else the last run
//   GET    /_holdfast/races/7/report                   the same as an HTML page
//   DELETE /_holdfast/races/7                          204; restores the database as it was at the opening, but no
//                                                      table has replicas in other Regions (Database::Restore)
//
// A session is opened on the database that `?account=…&region=…&fork=…` (or `?access_key=…&…`) names; without them on
// that of account 000000000000 in us-east-1. A call that the state of the session does not permit has status 409.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "server/admin/admin_call.h"
#include "server/race/race_lab.h"

namespace holdfast::server {

// The database that a session is opened on.
DatabaseName RaceDatabase(const DatabaseSelection& named);
// Keeps other sessions off the database, and creates it if it does not exist. Returns the id of the new session, for
// which OpenRace must be called.
Result<uint64_t, AdminFailure> ReserveRace(RaceLab& races, Engine& engine, const DatabaseName& name);
AdminOutcome OpenRace(RaceLab& races, Engine& engine, const DatabaseName& name, uint64_t id, RaceOptions options,
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

// The number of the race session that the admin call with this target (path and query) concerns; 0 if the call opens or
// lists sessions. Nothing for other calls.
std::optional<uint64_t> RaceSessionOf(std::string_view target);

// Fails with status 409 if one of these databases has a race session that is open or being opened. `races` may be null.
AdminOutcome RequireNoRace(const RaceLab* races, const DatabaseSelection& databases);

}  // namespace holdfast::server
