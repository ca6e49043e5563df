// The style sheet of the report of a race session.
#pragma once

#include <string_view>

namespace holdfast::server {

extern const std::string_view kRacePageStyle;

}  // namespace holdfast::server
