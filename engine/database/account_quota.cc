#include "engine/database/account_quota.h"

#include <memory>

#include "engine/base/limits.h"
#include "engine/errors/tables/table_errors.h"

namespace holdfast {

Status CheckAccountQuota(const DatabaseState& database, const ThroughputUnits& requested) {
  ThroughputUnits reserved;
  for (const std::shared_ptr<Table>& table : database.tables.Tables()) {
    const TableSettings settings = table->settings();
    reserved.read += settings.provisioned.read;
    reserved.write += settings.provisioned.write;
    for (const auto& [name, index] : settings.global_indexes) {
      reserved.read += index.provisioned.read;
      reserved.write += index.provisioned.write;
    }
  }
  if (requested.read > 0 && reserved.read + requested.read > limits::kAccountCapacityUnitsMax) {
    return errors::AccountCapacityQuota("ReadCapacityUnits", reserved.read, requested.read, database.region);
  }
  if (requested.write > 0 && reserved.write + requested.write > limits::kAccountCapacityUnitsMax) {
    return errors::AccountCapacityQuota("WriteCapacityUnits", reserved.write, requested.write, database.region);
  }
  return {};
}

}  // namespace holdfast
