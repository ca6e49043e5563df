#include "engine/write/write_capacity.h"

#include <algorithm>
#include <utility>

#include "engine/indexes/index_entry.h"
#include "engine/tables/capacity_units.h"

namespace holdfast {
namespace {

using UnitsByIndex = std::vector<std::pair<std::string, double>>;

void AddIndexUnits(const std::string& index_name, double units, UnitsByIndex& units_by_index) {
  const auto at = std::lower_bound(units_by_index.begin(), units_by_index.end(), index_name,
                                   [](const auto& entry, const std::string& name) { return entry.first < name; });
  if (at != units_by_index.end() && at->first == index_name) {
    at->second += units;
  } else {
    units_by_index.insert(at, {index_name, units});
  }
}

// The units that one write costs in one index: those of removing, inserting or replacing the projected entry.
template <typename EntryKey>
double IndexUnits(const TableSchema& table, const IndexSchema& index, const Effect& effect,
                  const IndexEntryChange<EntryKey>& entry) {
  const auto units = [&](const ItemRef& item) { return WriteUnits(EntrySizeBytes(table, index, item->attributes())); };
  if (!entry.put.has_value()) return units(effect.before);
  const bool had_entry = effect.before != nullptr && HasIndexKey(index, effect.before->attributes());
  if (!had_entry) return units(effect.after);
  if (entry.erase.has_value()) return units(effect.before) + units(effect.after);
  if (SameEntry(table, index, effect.before->attributes(), effect.after->attributes())) return 0;
  return std::max(units(effect.before), units(effect.after));
}

size_t SizeOf(const Item* item) { return item == nullptr ? 0 : item->size_bytes(); }

double TableUnits(size_t image_bytes, WriteCapacityCounter::Mode mode) {
  return WriteUnits(image_bytes) * (mode == WriteCapacityCounter::Mode::kTransaction ? 2 : 1);
}

// If an entry moves, its removal is charged to the partition of its old key, and the rest to that of its new key.
void AddIndexCharges(const TableSchema& schema, const GlobalIndexEffect& global, const Effect& effect,
                     UnitCharge charge, std::vector<UnitCharge>& charges) {
  const IndexSchema& index = global.index->schema;
  charge.index = global.index;
  charge.units = IndexUnits(schema, index, effect, global.entry);
  if (charge.units == 0) return;
  const auto& [erase, put] = global.entry;
  charge.partition = put.has_value() ? put->hash : erase->hash;
  if (put.has_value() && erase.has_value() && effect.before != nullptr) {
    UnitCharge erased = charge;
    erased.partition = erase->hash;
    erased.units = WriteUnits(EntrySizeBytes(schema, index, effect.before->attributes()));
    charge.units -= erased.units;
    charges.push_back(erased);
  }
  charges.push_back(charge);
}

}  // namespace

std::vector<UnitCharge> ChargesOf(const Effects& effects, WriteCapacityCounter::Mode mode) {
  std::vector<UnitCharge> charges;
  for (size_t i = 0; i < effects.size(); ++i) {
    const Effect& effect = effects[i];
    const Table& table = *effect.action->table;
    UnitCharge charge{.position = i, .table = &table, .partition = effect.action->hash};
    charge.units = TableUnits(std::max(SizeOf(effect.before.get()), SizeOf(effect.after.get())), mode);
    for (const LocalIndexEffect& local : effect.indexes.local) {
      charge.units += IndexUnits(table.schema(), table.schema().local_indexes[local.position], effect, local.entry);
    }
    charges.push_back(charge);
    for (const GlobalIndexEffect& global : effect.indexes.global) {
      AddIndexCharges(table.schema(), global, effect, {.position = i, .table = &table}, charges);
    }
  }
  return charges;
}

UnitCharge ChargeOfFailedCondition(const WriteAction& action, const Item* stored, WriteCapacityCounter::Mode mode) {
  return {.table = action.table.get(), .partition = action.hash, .units = TableUnits(SizeOf(stored), mode)};
}

void WriteCapacityCounter::Add(const Table& table, const Effect& effect) {
  const bool transaction = mode_ == Mode::kTransaction;
  ConsumedCapacity& entry =
      FindOrAddEntry(table.name(), transaction ? ConsumedCapacity::Kind::kWrite : ConsumedCapacity::Kind::kPlain);
  entry.table_units += TableUnits(std::max(SizeOf(effect.before.get()), SizeOf(effect.after.get())), mode_);
  const TableSchema& schema = table.schema();
  for (const LocalIndexEffect& local : effect.indexes.local) {
    const IndexSchema& index = schema.local_indexes[local.position];
    const double units = IndexUnits(schema, index, effect, local.entry);
    if (units > 0) AddIndexUnits(index.name, units, entry.local_indexes);
  }
  for (const GlobalIndexEffect& global : effect.indexes.global) {
    const double units = IndexUnits(schema, global.index->schema, effect, global.entry);
    if (units > 0) AddIndexUnits(global.index->schema.name, units, entry.global_indexes);
  }
}

void WriteCapacityCounter::AddReplay(const std::string& table_name, size_t image_bytes) {
  FindOrAddEntry(table_name, ConsumedCapacity::Kind::kRead).table_units += 2 * ReadUnits(image_bytes);
}

std::vector<ConsumedCapacity> WriteCapacityCounter::Take(bool by_index) && {
  for (ConsumedCapacity& entry : entries_) entry.by_index = by_index;
  return std::move(entries_);
}

ConsumedCapacity& WriteCapacityCounter::FindOrAddEntry(const std::string& table_name, ConsumedCapacity::Kind kind) {
  for (ConsumedCapacity& entry : entries_) {
    if (entry.table_name == table_name) return entry;
  }
  ConsumedCapacity entry;
  entry.table_name = table_name;
  entry.kind = kind;
  entries_.push_back(std::move(entry));
  return entries_.back();
}

}  // namespace holdfast
