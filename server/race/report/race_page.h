// The report of a race session as an HTML page: self-contained, and loads nothing.
#pragma once

#include <string>

#include "server/race/report/race_view.h"

namespace holdfast::server {

// The page shows, in this order, the witness, the extent of the exploration, the counts of events (`met`), the
// findings, and view.history.
std::string RacePage(const RaceView& view);

}  // namespace holdfast::server
