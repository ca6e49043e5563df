// The rules of CreateTable, and some of UpdateTable, about billing and throughput: provisioned, on-demand and warm.
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_CreateTable.html
#pragma once

#include <cstdint>
#include <string_view>

#include "engine/base/result.h"
#include "engine/schema/table_definition.h"

namespace holdfast {

// Capacity units, or units per second.
struct ThroughputUnits {
  int64_t read = 0;
  int64_t write = 0;

  friend bool operator==(const ThroughputUnits&, const ThroughputUnits&) = default;
};

// PROVISIONED by default.
inline BillingMode BillingModeOf(const TableDefinition& definition) {
  return definition.billing_mode.value_or(BillingMode::kProvisioned);
}

// The checks below need a definition that has passed CheckDefinitionConstraints.

// Checks the table's ProvisionedThroughput against the billing mode. CreateTable does this before it checks the key
// schema.
Status CheckTableThroughput(const TableDefinition& definition);
// Checks one global index's ProvisionedThroughput against the billing mode.
Status CheckIndexThroughput(const GlobalSecondaryIndex& index, BillingMode billing_mode);
// Checks OnDemandThroughput and WarmThroughput of the table, then of its global indexes. CreateTable does this after
// the schema rules.
Status CheckOnDemandAndWarmThroughput(const TableDefinition& definition);
// Checks the account's quotas per table. CreateTable does this after the check that the table does not exist. Returns
// the units that the table and its global indexes reserve together, which the caller checks against the account's quota
// for all tables.
Result<ThroughputUnits> CheckThroughputQuotas(const TableDefinition& definition, std::string_view region);

// In the next four functions an empty `index` means the table itself. CheckUnitsBounds checks that the units are not
// too large for a request, CheckUnitsQuotas that they are within the account's quotas for one table. Both are parts of
// the checks above, and also check changes of an existing table.
Status CheckUnitsBounds(const ThroughputUnits& units, std::string_view index);
Status CheckUnitsQuotas(const ThroughputUnits& provisioned, const std::optional<OnDemandThroughput>& on_demand,
                        std::string_view index, std::string_view region);
// Checks a change of the on-demand limits of an existing table or index. A limit of -1 removes the limit.
Status CheckOnDemandUpdate(const std::optional<OnDemandThroughput>& on_demand, BillingMode billing_mode,
                           std::string_view index);
// The warm throughput of an existing table or index, `warm`, must not decrease.
Status CheckWarmUpdate(const std::optional<WarmThroughput>& requested, const ThroughputUnits& warm,
                       std::string_view index);
// Checks the throughput of an index that is added to an existing table.
Status CheckAddedIndexThroughput(const GlobalSecondaryIndex& index, BillingMode billing_mode);

// The given units; zeros if there are none.
ThroughputUnits ProvisionedUnits(const std::optional<ProvisionedThroughput>& throughput);
// The warm throughput of a table or index: the units in `warm`. For absent ones, those with which an on-demand table
// begins, or with BillingMode PROVISIONED the `provisioned` ones.
ThroughputUnits WarmUnits(const std::optional<WarmThroughput>& warm, BillingMode billing_mode,
                          const ThroughputUnits& provisioned);

}  // namespace holdfast
