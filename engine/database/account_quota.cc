#include "engine/database/account_quota.h"

#include <memory>

#include "engine/base/limits.h"
#include "engine/errors/tables/table_errors.h"

namespace holdfast {

Status CheckAccountQuota(const DatabaseState& database, const ThroughputUnits& requested) {
  if (requested.read <= 0 && requested.write <= 0) return {};
  ThroughputUnits reserved;
  const auto add = [&reserved](const ThroughputUnits& units) {
    reserved.read += units.read;
    reserved.write += units.write;
  };
  for (const std::shared_ptr<Table>& table : database.tables.Tables()) {
    table->ReadSettings([&add](const TableSettings& settings) {
      add(settings.provisioned);
      for (const auto& [name, index] : settings.global_indexes) add(index.provisioned);
    });
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
