// Writes a report to a file.
#pragma once

#include <string>

namespace holdfast::conformance {

// Returns false if the file cannot be written. Does nothing and returns true if `name` is empty.
bool WriteReportFile(const std::string& name, const std::string& content);

// "cannot write NAME: WHY", or an empty string if the file can be written. An existing file keeps its content.
std::string WhyNotWritable(const std::string& name);

}  // namespace holdfast::conformance
