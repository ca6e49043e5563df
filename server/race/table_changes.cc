#include "server/race/table_changes.h"

#include <algorithm>
#include <array>

namespace holdfast::server {

bool ChangesTables(std::string_view operation) {
  static constexpr std::array<std::string_view, 5> kTableChanges = {
      "CreateTable", "DeleteTable", "UpdateTable", "RestoreTableFromBackup", "RestoreTableToPointInTime"};
  return std::find(kTableChanges.begin(), kTableChanges.end(), operation) != kTableChanges.end();
}

}  // namespace holdfast::server
