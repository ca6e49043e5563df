#include "engine/read/read_throttling.h"

#include <utility>
#include <variant>

#include "engine/errors/transaction_errors.h"
#include "engine/read/read_capacity.h"
#include "engine/tables/capacity_units.h"

namespace holdfast {
namespace {

UnitCharge ChargeOf(const ItemRead& read, double units) {
  return {.table = read.table.get(), .partition = read.table->items().HashOf(read.key.partition), .units = units};
}

Status Take(ThroughputLimits& throughput, const UnitCharge& charge) {
  std::vector<ThrottledPart> throttled = throughput.Take(UnitKind::kRead, {charge});
  if (throttled.empty()) return {};
  return std::move(throttled.front().error);
}

}  // namespace

Status ChargeUnits(ThroughputLimits* throughput, const ItemRead& read, const FoundItem& found) {
  if (throughput == nullptr) return {};
  return Take(*throughput, ChargeOf(read, ReadUnitsOf(read, found)));
}

Status ChargeUnitsOfTransaction(ThroughputLimits* throughput, const ItemReadPlan& plan,
                                const std::vector<FoundItem>& found) {
  if (throughput == nullptr) return {};
  std::vector<UnitCharge> charges;
  for (size_t i = 0; i < found.size(); ++i) {
    charges.push_back(ChargeOf(plan.reads[i], 2 * ReadUnits(found[i].size_bytes)));
    charges.back().position = i;
  }
  const std::vector<ThrottledPart> throttled = throughput->Take(UnitKind::kRead, charges);
  if (throttled.empty()) return {};
  std::vector<CancellationReason> reasons(found.size(), errors::ReasonOf(nullptr));
  for (const ThrottledPart& part : throttled) reasons[part.position] = errors::ReasonOf(&part.error);
  return errors::TransactionCanceled(std::move(reasons));
}

Status ChargeUnits(ThroughputLimits* throughput, const PageReadPlan& plan, const Page& page) {
  if (throughput == nullptr) return {};
  UnitCharge charge{.table = plan.target.table.get(), .index = plan.target.global_index.get()};
  const auto* const partition = std::get_if<PartitionRange>(&plan.entries);
  if (partition != nullptr) charge.partition = plan.target.map().HashOf(partition->partition_key);
  charge.units = CapacityOf(plan, page, /*by_index=*/false).total_units();
  return Take(*throughput, charge);
}

}  // namespace holdfast
