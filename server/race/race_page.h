// The report of a race session as an HTML page: self-contained, and loads nothing.
#pragma once

#include <string>

#include "server/race/race_view.h"

namespace holdfast::server {

// The witness first, then what was explored, what was met, the findings, and the history of view.history.
std::string RacePage(const RaceView& view);

}  // namespace holdfast::server
