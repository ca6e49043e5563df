#include "conformance/report/report_file.h"

#include <fstream>

namespace holdfast::conformance {

bool WriteReportFile(const std::string& name, const std::string& content) {
  if (name.empty()) return true;
  std::ofstream file(name, std::ios::binary);
  file << content;
  file.close();
  return !file.fail();
}

}  // namespace holdfast::conformance
