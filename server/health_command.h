// `holdfast health [URL]`: asks a running server whether it serves, for the health checks of containers, whose image
// may contain no other program that could do that.
#pragma once

#include <string_view>
#include <vector>

namespace holdfast::server {

// Sends `GET /` to the server at the URL, or else at the host and port that the variables of `environment` (of the form
// NAME=VALUE) configure, and prints a line with the result. Takes less than a second, not counting the time to resolve
// the name of the host. Returns the process's exit status: 0 if the server answers with a status that its health check
// can have (--health-check-status), otherwise 1. `arguments` excludes the program's name and `health`.
int Health(const std::vector<std::string_view>& arguments, const std::vector<std::string_view>& environment);

}  // namespace holdfast::server
