#include "engine/schema/throughput_rules.h"

#include <optional>
#include <utility>

#include "engine/base/limits.h"
#include "engine/errors/tables/table_errors.h"
#include "engine/errors/tables/table_update_errors.h"

namespace holdfast {
namespace {

constexpr std::string_view kReadCapacityUnits = "ReadCapacityUnits";
constexpr std::string_view kWriteCapacityUnits = "WriteCapacityUnits";
constexpr std::string_view kMaxReadRequestUnits = "MaxReadRequestUnits";
constexpr std::string_view kMaxWriteRequestUnits = "MaxWriteRequestUnits";
constexpr std::string_view kReadUnitsPerSecond = "ReadUnitsPerSecond";
constexpr std::string_view kWriteUnitsPerSecond = "WriteUnitsPerSecond";

// In all functions of this file an empty `index` means the table itself.

// Calls `check(member, units)` for the limits that are present, until it returns an error.
template <typename Check>
Status CheckOnDemandLimits(const std::optional<OnDemandThroughput>& on_demand, Check check) {
  if (!on_demand) return {};
  const std::pair<std::string_view, std::optional<int64_t>> members[] = {
      {kMaxReadRequestUnits, on_demand->max_read_request_units},
      {kMaxWriteRequestUnits, on_demand->max_write_request_units}};
  for (const auto& [member, units] : members) {
    if (units) HOLDFAST_RETURN_IF_ERROR(check(member, *units));
  }
  return {};
}

Status CheckOnDemand(const std::optional<OnDemandThroughput>& on_demand, BillingMode billing_mode,
                     std::string_view index) {
  return CheckOnDemandLimits(on_demand, [&](std::string_view member, int64_t units) -> Status {
    if (billing_mode == BillingMode::kProvisioned) return errors::OnDemandLimitOnProvisioned(member, index);
    if (units < 1) return errors::OnDemandLimitOutOfRange(member, index);
    return {};
  });
}

Status CheckWarm(const std::optional<WarmThroughput>& warm, BillingMode billing_mode,
                 const ThroughputUnits& provisioned, std::string_view index) {
  const ThroughputUnits requested = WarmUnits(warm, billing_mode, provisioned);
  const ThroughputUnits least = WarmUnits(std::nullopt, billing_mode, provisioned);
  const bool on_demand = billing_mode == BillingMode::kPayPerRequest;
  if (requested.read < least.read) {
    return on_demand ? errors::WarmBelowOnDemand(kReadUnitsPerSecond, index)
                     : errors::WarmBelowProvisioned(kReadUnitsPerSecond, kReadCapacityUnits, index);
  }
  if (requested.write < least.write) {
    return on_demand ? errors::WarmBelowOnDemand(kWriteUnitsPerSecond, index)
                     : errors::WarmBelowProvisioned(kWriteUnitsPerSecond, kWriteCapacityUnits, index);
  }
  return {};
}

}  // namespace

Status CheckUnitsBounds(const ThroughputUnits& units, std::string_view index) {
  if (units.read > limits::kCapacityUnitsBound) {
    return errors::UnitsOutOfBounds(units.read, kReadCapacityUnits, index);
  }
  if (units.write > limits::kCapacityUnitsBound) {
    return errors::UnitsOutOfBounds(units.write, kWriteCapacityUnits, index);
  }
  return {};
}

Status CheckOnDemandUpdate(const std::optional<OnDemandThroughput>& on_demand, BillingMode billing_mode,
                           std::string_view index) {
  return CheckOnDemandLimits(on_demand, [&](std::string_view member, int64_t units) -> Status {
    if (billing_mode == BillingMode::kProvisioned) return errors::OnDemandLimitOnProvisionedInUpdate(member, index);
    if (units == 0 || units < -1) return errors::OnDemandLimitOutOfRange(member, index);
    return {};
  });
}

Status CheckWarmUpdate(const std::optional<WarmThroughput>& requested, const ThroughputUnits& warm,
                       std::string_view index) {
  if (!requested) return {};
  if (requested->read_units_per_second.value_or(warm.read) < warm.read) {
    return errors::WarmDecrease(kReadUnitsPerSecond, index);
  }
  if (requested->write_units_per_second.value_or(warm.write) < warm.write) {
    return errors::WarmDecrease(kWriteUnitsPerSecond, index);
  }
  return {};
}

Status CheckAddedIndexThroughput(const GlobalSecondaryIndex& index, BillingMode billing_mode) {
  const std::string& name = *index.index_name;
  if (billing_mode == BillingMode::kPayPerRequest) {
    if (index.provisioned_throughput) return errors::NewIndexThroughputWithPayPerRequest(name);
  } else if (!index.provisioned_throughput) {
    return errors::NewIndexThroughputMissing(name);
  }
  HOLDFAST_RETURN_IF_ERROR(CheckOnDemand(index.on_demand_throughput, billing_mode, name));
  return CheckWarm(index.warm_throughput, billing_mode, ProvisionedUnits(index.provisioned_throughput), name);
}

Status CheckUnitsQuotas(const ThroughputUnits& provisioned, const std::optional<OnDemandThroughput>& on_demand,
                        std::string_view index, std::string_view region) {
  if (provisioned.read > limits::kTableCapacityUnitsMax) {
    return errors::TableCapacityQuota(kReadCapacityUnits, provisioned.read, index, region);
  }
  if (provisioned.write > limits::kTableCapacityUnitsMax) {
    return errors::TableCapacityQuota(kWriteCapacityUnits, provisioned.write, index, region);
  }
  if (!on_demand) return {};
  if (on_demand->max_read_request_units.value_or(0) > limits::kTableCapacityUnitsMax) {
    return errors::OnDemandQuota(kMaxReadRequestUnits, index, region);
  }
  if (on_demand->max_write_request_units.value_or(0) > limits::kTableCapacityUnitsMax) {
    return errors::OnDemandQuota(kMaxWriteRequestUnits, index, region);
  }
  return {};
}

ThroughputUnits ProvisionedUnits(const std::optional<ProvisionedThroughput>& throughput) {
  if (!throughput) return {};
  return {throughput->read_capacity_units.value_or(0), throughput->write_capacity_units.value_or(0)};
}

ThroughputUnits WarmUnits(const std::optional<WarmThroughput>& warm, BillingMode billing_mode,
                          const ThroughputUnits& provisioned) {
  const bool on_demand = billing_mode == BillingMode::kPayPerRequest;
  ThroughputUnits units =
      on_demand ? ThroughputUnits{limits::kOnDemandInitialReadUnits, limits::kOnDemandInitialWriteUnits} : provisioned;
  if (warm) {
    units.read = warm->read_units_per_second.value_or(units.read);
    units.write = warm->write_units_per_second.value_or(units.write);
  }
  return units;
}

Status CheckTableThroughput(const TableDefinition& definition) {
  if (BillingModeOf(definition) == BillingMode::kPayPerRequest) {
    if (definition.provisioned_throughput) return errors::ThroughputWithPayPerRequest();
    return {};
  }
  if (!definition.provisioned_throughput) return errors::ThroughputMissing();
  return CheckUnitsBounds(ProvisionedUnits(definition.provisioned_throughput), {});
}

Status CheckIndexThroughput(const GlobalSecondaryIndex& index, BillingMode billing_mode) {
  if (billing_mode == BillingMode::kPayPerRequest) {
    if (index.provisioned_throughput) return errors::IndexThroughputWithPayPerRequest(*index.index_name);
    return {};
  }
  if (!index.provisioned_throughput) return errors::IndexThroughputMissing(*index.index_name);
  return CheckUnitsBounds(ProvisionedUnits(index.provisioned_throughput), *index.index_name);
}

Status CheckOnDemandAndWarmThroughput(const TableDefinition& definition) {
  const BillingMode billing_mode = BillingModeOf(definition);
  HOLDFAST_RETURN_IF_ERROR(CheckOnDemand(definition.on_demand_throughput, billing_mode, {}));
  HOLDFAST_RETURN_IF_ERROR(
      CheckWarm(definition.warm_throughput, billing_mode, ProvisionedUnits(definition.provisioned_throughput), {}));
  if (!definition.global_secondary_indexes) return {};
  for (const GlobalSecondaryIndex& index : *definition.global_secondary_indexes) {
    HOLDFAST_RETURN_IF_ERROR(CheckOnDemand(index.on_demand_throughput, billing_mode, *index.index_name));
    HOLDFAST_RETURN_IF_ERROR(CheckWarm(index.warm_throughput, billing_mode,
                                       ProvisionedUnits(index.provisioned_throughput), *index.index_name));
  }
  return {};
}

Result<ThroughputUnits> CheckThroughputQuotas(const TableDefinition& definition, std::string_view region) {
  ThroughputUnits total = ProvisionedUnits(definition.provisioned_throughput);
  HOLDFAST_RETURN_IF_ERROR(CheckUnitsQuotas(total, definition.on_demand_throughput, {}, region));
  if (!definition.global_secondary_indexes) return total;
  for (const GlobalSecondaryIndex& index : *definition.global_secondary_indexes) {
    const ThroughputUnits units = ProvisionedUnits(index.provisioned_throughput);
    HOLDFAST_RETURN_IF_ERROR(CheckUnitsQuotas(units, index.on_demand_throughput, *index.index_name, region));
    total.read += units.read;
    total.write += units.write;
  }
  return total;
}

}  // namespace holdfast
