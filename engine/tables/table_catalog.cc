#include "engine/tables/table_catalog.h"

#include <utility>

namespace holdfast {

std::shared_ptr<Table> TableCatalog::Find(std::string_view name) const {
  SharedLock lock(&latch_);
  const auto found = tables_.find(name);
  return found != tables_.end() ? found->second : nullptr;
}

std::shared_ptr<Table> TableCatalog::FindByNumber(uint64_t number) const {
  SharedLock lock(&latch_);
  const auto found = by_number_.find(number);
  return found != by_number_.end() ? found->second : nullptr;
}

// NOLINTNEXTLINE(performance-unnecessary-value-param): it is moved.
bool TableCatalog::Create(std::shared_ptr<Table> table) {
  // Allocated before the catalog is changed; merging does not allocate.
  std::set<std::string_view> name = {table->name()};
  std::map<uint64_t, std::shared_ptr<Table>> by_number = {{table->number(), table}};
  ExclusiveLock lock(&latch_);
  if (!tables_.try_emplace(table->name(), std::move(table)).second) return false;
  names_.merge(name);
  by_number_.merge(by_number);
  return true;
}

bool TableCatalog::Remove(const Table& table) {
  // Destroyed after the latch is released: it may be the last reference, and a large table takes long to destroy.
  std::shared_ptr<Table> removed;
  ExclusiveLock lock(&latch_);
  const auto found = tables_.find(table.name());
  if (found == tables_.end() || found->second.get() != &table) return false;
  removed = std::move(found->second);
  tables_.erase(found);
  names_.erase(table.name());
  by_number_.erase(table.number());
  return true;
}

std::vector<std::string> TableCatalog::NamesAfter(std::string_view start, size_t count_max) const {
  std::vector<std::string> names;
  SharedLock lock(&latch_);
  for (auto next = names_.upper_bound(start); next != names_.end() && names.size() < count_max; ++next) {
    names.emplace_back(*next);
  }
  return names;
}

std::vector<std::shared_ptr<Table>> TableCatalog::Tables() const {
  std::vector<std::shared_ptr<Table>> tables;
  SharedLock lock(&latch_);
  tables.reserve(by_number_.size());
  for (const auto& [number, table] : by_number_) tables.push_back(table);
  return tables;
}

bool TableCatalog::empty() const {
  SharedLock lock(&latch_);
  return tables_.empty();
}

}  // namespace holdfast
