// Names of tables that tests create with another suffix in each run, for example Rooms-0b4c2d9e-… or Rooms-17, made
// comparable between runs.
#pragma once

#include <string>
#include <string_view>

namespace holdfast::server {

// Replaces each UUID and each sequence of digits with `*`, so that the name is the same in every run of the tests.
std::string StableName(std::string_view name);

}  // namespace holdfast::server
