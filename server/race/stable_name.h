// Names of tables that tests make anew for each run, as Rooms-0b4c2d9e-… and Rooms-17.
#pragma once

#include <string>
#include <string_view>

namespace holdfast::server {

// The name with `*` in place of each UUID and of each run of digits: the same for such tables of different runs.
std::string StableName(std::string_view name);

}  // namespace holdfast::server
