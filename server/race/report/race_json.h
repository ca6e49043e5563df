// Writes the results of a race session as the calls of `/_holdfast/races` return them.
#pragma once

#include "server/json/json_writer.h"
#include "server/race/race_session.h"
#include "server/race/report/race_view.h"

namespace holdfast::server {

// {"id":"7","database":{"account":"000000000000","region":"us-east-1"},"done":true,"strategy":"exhaustive","run":17,
//  "explored":34,"pruned":12,"total":46,"complete":true,
//  "failures":[{"run":5,"witness_run":9,"kind":"check","why":"…","replay":"…","witness":"…","shrunk":true,"steps":4,
//               "replayable":true}],
//  "failed":1,"met":{"conflicts":3,…},"warnings":[{"kind":"stale_write","text":"…","run":3},{"kind":"unscheduled",…}],
//  "missing":["conditional_check_failed: 1 wanted, 0 met"],"seed":42,"summary":"…","ok":false}
//
// "run": the number of the run in progress; absent if there is none. "explored", "pruned": how many runs were explored,
// and how many turned out to be equal to earlier ones. Runs of shrinking are numbered, too, but not counted.
// "failures": the first run that failed; "witness_run" is the run to which it was shrunk, or the same run. "total": how
// many orders of steps there are, of which an explored run can stand for several; null unless all are explored and
// could be counted. "failed": how many runs failed. The kinds of warnings without a run are `not_replayable`,
// `unscheduled` and `unfired_fault`.
void WriteVerdict(const RaceView& view, JsonWriter& writer);

// {"run":17,"done":false,"purpose":"explore","actors":["alice","bob"]}, or {"run":34,"done":true,"verdict":{…}}.
void WriteRunStart(const RaceRunStart& start, const RaceView& view, JsonWriter& writer);
// {"run":17,"failed":true,"why":"…","replay":"…","explored":17,"failures":1}; "why" and "replay" only if the
// run failed.
void WriteRunResult(const RaceRunResult& result, JsonWriter& writer);

// {"run":17,"schedule":"…","operations":[{"actor":"alice","operation":"PutItem","table":"Rooms","attempts":1,
//   "outcome":"ok","response":"ok","begin":3,"end":4,
//   "steps":[{"position":2,"what":"write","text":"…","remark":"lost update","variant":"…",
//             "footprint":[{"space":"table/Rooms","writes":true}]}],
//   "reads":[{"table":"Rooms","key":"room7","version":3}],
//   "writes":[{"table":"Rooms","key":"room7","version":4,"replaced":3}]}]}
//
// The operations are in the order of their first steps. "begin", "end": the number of the last commit when the request
// arrived and when it got its outcome; "end" is absent for kNeverEnded (engine/race/history/history.h). "replaced": the
// version that the write replaced, 0 if there was no item, absent if that is not known. Not in the example: "left_out"
// of the history (race::History::left_out), "index", "invocation" and "error" of an operation, "everything" of a step,
// and "partition", "from" and "to" of an area, which are key bytes in base64. Members without a value are absent.
void WriteHistory(const race::History& history, JsonWriter& writer);

}  // namespace holdfast::server
