#include "engine/tables/table_catalog.h"

#include <algorithm>
#include <utility>

#include "engine/base/thread_number.h"

namespace holdfast {

TableCatalog::Found& TableCatalog::OwnFound() const { return found_[ThreadNumber() % kFound]; }

std::shared_ptr<Table> TableCatalog::Find(std::string_view name) const {
  Found& own = OwnFound();
  LatchLock own_lock(&own.latch);
  if (const auto found = own.tables.find(name); found != own.tables.end()) return found->second;
  LatchLock lock(&latch_);
  const auto found = tables_.find(name);
  if (found == tables_.end()) return nullptr;
  const std::shared_ptr<Table>& table = found->second;
  // Counted by itself: all its references together are one of the table's.
  std::shared_ptr<Table> counted(table.get(), [table](Table*) {});
  own.tables.emplace(table->name(), counted);
  return counted;
}

std::shared_ptr<Table> TableCatalog::FindByNumber(uint64_t number) const {
  LatchLock lock(&latch_);
  for (const auto& [name, table] : tables_) {
    if (table->number() == number) return table;
  }
  return nullptr;
}

bool TableCatalog::Create(std::shared_ptr<Table> table) {
  std::string name = table->name();
  LatchLock lock(&latch_);
  return tables_.try_emplace(std::move(name), std::move(table)).second;
}

// From all at one moment: nobody finds the table after somebody else has not. The analysis cannot follow a lock through
// an array.
bool TableCatalog::Remove(const Table& table) ABSL_NO_THREAD_SAFETY_ANALYSIS {
  // Dropped after the latches: one may be the last reference, and a large table takes long to destroy.
  std::vector<std::shared_ptr<Table>> removed;
  const auto remove_from = [&](auto& tables) {
    const auto found = tables.find(table.name());
    if (found == tables.end() || found->second.get() != &table) return;
    removed.push_back(std::move(found->second));
    tables.erase(found);
  };
  for (Found& found : found_) found.latch.Lock();
  {
    LatchLock lock(&latch_);
    remove_from(tables_);
  }
  const bool held = !removed.empty();
  for (Found& found : found_) remove_from(found.tables);
  for (Found& found : found_) found.latch.Unlock();
  return held;
}

std::vector<std::string> TableCatalog::NamesAfter(std::string_view start, size_t count_max) const {
  std::vector<std::string> names;
  {
    LatchLock lock(&latch_);
    for (const auto& [name, table] : tables_) {
      if (name > start) names.push_back(name);
    }
  }
  const size_t count = std::min(count_max, names.size());
  std::partial_sort(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(count), names.end());
  names.resize(count);
  return names;
}

std::vector<std::shared_ptr<Table>> TableCatalog::Tables() const {
  std::vector<std::shared_ptr<Table>> tables;
  {
    LatchLock lock(&latch_);
    tables.reserve(tables_.size());
    for (const auto& [name, table] : tables_) tables.push_back(table);
  }
  std::sort(tables.begin(), tables.end(),
            [](const auto& left, const auto& right) { return left->number() < right->number(); });
  return tables;
}

}  // namespace holdfast
