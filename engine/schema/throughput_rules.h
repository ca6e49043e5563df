// The rules of CreateTable, partly UpdateTable's too, about billing and throughput: provisioned, on-demand and warm.
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

// PROVISIONED unless said.
inline BillingMode BillingModeOf(const TableDefinition& definition) {
  return definition.billing_mode.value_or(BillingMode::kProvisioned);
}

// The checks below need a definition that has passed CheckDefinitionConstraints.

// Table throughput against the billing mode: before the key schema is looked at.
Status CheckTableThroughput(const TableDefinition& definition);
// One global index's throughput against the billing mode.
Status CheckIndexThroughput(const GlobalSecondaryIndex& index, BillingMode billing_mode);
// OnDemandThroughput and WarmThroughput of the table, then of its global indexes: after the schema rules.
Status CheckOnDemandAndWarmThroughput(const TableDefinition& definition);
// The per-table quotas of an account: after the table was found not to exist. Returns what the table and its global
// indexes reserve together, for which the account has a quota, too.
Result<ThroughputUnits> CheckThroughputQuotas(const TableDefinition& definition, std::string_view region);

// The same, piece by piece; an empty `index` means the table itself.
Status CheckUnitsBounds(const ThroughputUnits& units, std::string_view index);
Status CheckUnitsQuotas(const ThroughputUnits& provisioned, const std::optional<OnDemandThroughput>& on_demand,
                        std::string_view index, std::string_view region);
// Of a table that there is: a limit of -1 takes the limit away.
Status CheckOnDemandUpdate(const std::optional<OnDemandThroughput>& on_demand, BillingMode billing_mode,
                           std::string_view index);
// A table or index that is warm for `warm` does not cool.
Status CheckWarmUpdate(const std::optional<WarmThroughput>& requested, const ThroughputUnits& warm,
                       std::string_view index);
// Of an index that is added to a table: like those of one that is created with it.
Status CheckAddedIndexThroughput(const GlobalSecondaryIndex& index, BillingMode billing_mode);

// The units given, or 0 and 0.
ThroughputUnits ProvisionedUnits(const std::optional<ProvisionedThroughput>& throughput);
// What a table or index is warm for: what was given, and for members not given what its billing mode starts
// with.
ThroughputUnits WarmUnits(const std::optional<WarmThroughput>& warm, BillingMode billing_mode,
                          const ThroughputUnits& provisioned);

}  // namespace holdfast
