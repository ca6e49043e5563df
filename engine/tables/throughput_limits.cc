#include "engine/tables/throughput_limits.h"

#include <algorithm>

#include "engine/base/limits.h"
#include "engine/errors/tables/throughput_errors.h"

namespace holdfast {
namespace {

using errors::ThroughputLimit;

double UnitsOf(UnitKind kind, const ThroughputUnits& units) {
  return static_cast<double>(kind == UnitKind::kRead ? units.read : units.write);
}

std::optional<double> UnitsOf(UnitKind kind, const OnDemandThroughput& maximum) {
  const std::optional<int64_t>& units =
      kind == UnitKind::kRead ? maximum.max_read_request_units : maximum.max_write_request_units;
  // -1 also means that there is no maximum.
  if (!units.has_value() || *units < 0) return std::nullopt;
  return static_cast<double>(*units);
}

std::string ArnOf(const UnitCharge& charge) {
  return charge.index == nullptr ? charge.table->arn() : charge.table->arn() + "/index/" + charge.index->schema.name;
}

}  // namespace

ThroughputLimits::ResourceName ThroughputLimits::NameOf(UnitKind kind, const UnitCharge& charge) {
  std::optional<size_t> index_ordinal;
  if (charge.index != nullptr) index_ordinal = charge.index->ordinal;
  return {charge.table->number(), index_ordinal, kind};
}

ThroughputLimits::Rate ThroughputLimits::RateOf(UnitKind kind, const UnitCharge& charge) {
  return charge.table->ReadSettings([&](const TableSettings& settings) {
    ThroughputUnits provisioned = settings.provisioned;
    OnDemandThroughput maximum = settings.on_demand;
    if (charge.index != nullptr) {
      const auto index = settings.global_indexes.find(charge.index->schema.name);
      if (index == settings.global_indexes.end()) return Rate();
      provisioned = index->second.provisioned;
      maximum = index->second.on_demand;
    }
    if (settings.billing_mode == BillingMode::kPayPerRequest) return Rate{UnitsOf(kind, maximum), 1, true};
    return Rate{UnitsOf(kind, provisioned), limits::kBurstSeconds, false};
  });
}

ThroughputLimits::Rate ThroughputLimits::RateOfPartition(UnitKind kind) {
  return {kind == UnitKind::kRead ? limits::kPartitionReadUnits : limits::kPartitionWriteUnits};
}

void ThroughputLimits::Fill(TokenBucket& bucket, const Rate& rate, absl::Time now) {
  bucket.Fill(*rate.units, rate.seconds_kept * *rate.units, now);
}

template <typename Buckets, typename Name>
TokenBucket& ThroughputLimits::FilledBucket(Buckets& buckets, const Name& name, const Rate& rate, absl::Time now) {
  TokenBucket& bucket = buckets.try_emplace(name, TokenBucket{*rate.units, now}).first->second;
  Fill(bucket, rate, now);
  return bucket;
}

std::vector<ThrottledPart> ThroughputLimits::Take(UnitKind kind, const std::vector<UnitCharge>& charges) {
  // Latches of row 7 (see the header) are taken one at a time, so the settings and the clock are read before `latch_`
  // is taken.
  std::vector<Rate> rates;
  rates.reserve(charges.size());
  for (const UnitCharge& charge : charges) rates.push_back(RateOf(kind, charge));
  const absl::Time now = clock_->Now();
  const Rate partition_rate = RateOfPartition(kind);

  std::vector<ThrottledPart> throttled;
  LatchLock lock(&latch_);
  for (size_t i = 0; i < charges.size(); ++i) {
    const UnitCharge& charge = charges[i];
    const ResourceName name = NameOf(kind, charge);
    std::optional<ThroughputLimit::Kind> used_up;
    if (rates[i].units.has_value() && FilledBucket(resources_, name, rates[i], now).tokens <= 0) {
      used_up = rates[i].on_demand ? ThroughputLimit::Kind::kMaxOnDemand : ThroughputLimit::Kind::kProvisioned;
    } else if (charge.partition.has_value() &&
               FilledBucket(partitions_, PartitionName(name, *charge.partition), partition_rate, now).tokens <= 0) {
      used_up = ThroughputLimit::Kind::kKeyRange;
    }
    if (!used_up.has_value()) continue;
    throttled.push_back({charge.position, errors::ThroughputExceeded({.kind = *used_up,
                                                                      .writes = kind == UnitKind::kWrite,
                                                                      .of_index = charge.index != nullptr,
                                                                      .on_demand = rates[i].on_demand,
                                                                      .arn = ArnOf(charge)})});
  }
  for (size_t i = 0; throttled.empty() && i < charges.size(); ++i) {
    const UnitCharge& charge = charges[i];
    const ResourceName name = NameOf(kind, charge);
    if (rates[i].units.has_value()) resources_[name].tokens -= charge.units;
    if (charge.partition.has_value()) partitions_[PartitionName(name, *charge.partition)].tokens -= charge.units;
  }
  if (partitions_.size() > drop_partitions_above_) DropFullestPartitions(now);
  return throttled;
}

double ThroughputLimits::UsedPart(const std::pair<const PartitionName, TokenBucket>& partition, absl::Time now) {
  const Rate rate = RateOfPartition(partition.first.first.kind);
  TokenBucket bucket = partition.second;
  Fill(bucket, rate, now);
  return 1 - bucket.tokens / *rate.units;
}

void ThroughputLimits::DropFullestPartitions(absl::Time now) {
  constexpr size_t kRemainingMax = kPartitionsMax / 2;
  std::vector<double> used;
  used.reserve(partitions_.size());
  for (const auto& partition : partitions_) used.push_back(UsedPart(partition, now));
  double dropped_up_to = 0;
  if (used.size() > kRemainingMax) {
    const auto last_dropped = used.end() - kRemainingMax - 1;
    std::nth_element(used.begin(), last_dropped, used.end());
    dropped_up_to = std::max(0.0, *last_dropped);
  }
  std::erase_if(partitions_, [&](const auto& partition) { return UsedPart(partition, now) <= dropped_up_to; });
  drop_partitions_above_ = std::max<size_t>(1'024, 2 * partitions_.size());
}

void ThroughputLimits::DropTable(uint64_t table_number) {
  LatchLock lock(&latch_);
  std::erase_if(resources_, [&](const auto& entry) { return entry.first.table_number == table_number; });
  std::erase_if(partitions_, [&](const auto& entry) { return entry.first.first.table_number == table_number; });
}

}  // namespace holdfast
