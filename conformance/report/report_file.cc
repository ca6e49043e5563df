#include "conformance/report/report_file.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

namespace holdfast::conformance {

bool WriteReportFile(const std::string& name, const std::string& content) {
  if (name.empty()) return true;
  std::ofstream file(name, std::ios::binary);
  file << content;
  file.close();
  return !file.fail();
}

std::string WhyNotWritable(const std::string& name) {
  if (name.empty()) return "";
  std::error_code ignored;
  // Of a link it does not matter whether its target exists.
  const bool was_there = std::filesystem::exists(std::filesystem::symlink_status(name, ignored));
  errno = 0;
  std::ofstream file(name, std::ios::binary | std::ios::app);
  if (!file.is_open()) return "cannot write " + name + ": " + std::strerror(errno);
  file.close();
  // Removes only a file that this function has created, and no existing file, pipe or device.
  if (!was_there) std::filesystem::remove(name, ignored);
  return "";
}

}  // namespace holdfast::conformance
