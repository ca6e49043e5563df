// Where a report goes.
#pragma once

#include <string>

namespace holdfast::conformance {

// False if it cannot be written. Without a name there is nothing to write, which succeeds.
bool WriteReportFile(const std::string& name, const std::string& content);

}  // namespace holdfast::conformance
