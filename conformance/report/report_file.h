// Writes a report to a file.
#pragma once

#include <string>

namespace holdfast::conformance {

// False if it cannot be written. Without a name there is nothing to write, which succeeds.
bool WriteReportFile(const std::string& name, const std::string& content);

// "cannot write NAME: WHY", or nothing where WriteReportFile will be able to. A file that is there keeps its content.
std::string WhyNotWritable(const std::string& name);

}  // namespace holdfast::conformance
