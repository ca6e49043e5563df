#include "engine/tables/table_catalog.h"

#include <algorithm>
#include <utility>

namespace holdfast {

std::shared_ptr<Table> TableCatalog::Find(std::string_view name) const {
  SharedLock lock(&latch_);
  const auto found = tables_.find(name);
  return found != tables_.end() ? found->second : nullptr;
}

std::shared_ptr<Table> TableCatalog::FindByNumber(uint64_t number) const {
  SharedLock lock(&latch_);
  for (const auto& [name, table] : tables_) {
    if (table->number() == number) return table;
  }
  return nullptr;
}

// NOLINTNEXTLINE(performance-unnecessary-value-param): it is moved.
bool TableCatalog::Create(std::shared_ptr<Table> table) {
  std::string name = table->name();
  ExclusiveLock lock(&latch_);
  return tables_.try_emplace(std::move(name), std::move(table)).second;
}

bool TableCatalog::Remove(const Table& table) {
  // Destroyed after the latch is released: it may be the last reference, and a large table takes long to destroy.
  std::shared_ptr<Table> removed;
  ExclusiveLock lock(&latch_);
  const auto found = tables_.find(table.name());
  if (found == tables_.end() || found->second.get() != &table) return false;
  removed = std::move(found->second);
  tables_.erase(found);
  return true;
}

std::vector<std::string> TableCatalog::NamesAfter(std::string_view start, size_t count_max) const {
  std::vector<std::string> names;
  {
    SharedLock lock(&latch_);
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
    SharedLock lock(&latch_);
    tables.reserve(tables_.size());
    for (const auto& [name, table] : tables_) tables.push_back(table);
  }
  std::sort(tables.begin(), tables.end(),
            [](const auto& left, const auto& right) { return left->number() < right->number(); });
  return tables;
}

}  // namespace holdfast
