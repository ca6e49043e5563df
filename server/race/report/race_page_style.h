// CSS rules of the reports of race sessions and of `holdfast shake`, in addition to kPageStyle.
#pragma once

#include <string_view>

namespace holdfast::server {

extern const std::string_view kRacePageStyle;

}  // namespace holdfast::server
