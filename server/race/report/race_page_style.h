// The style sheet of the reports of race sessions and of `holdfast shake`.
#pragma once

#include <string_view>

namespace holdfast::server {

extern const std::string_view kRacePageStyle;

}  // namespace holdfast::server
