// The tables of one database, by name.
//
// Thread safety: every method may be called from any thread. If several threads `Create` tables of one name or `Remove`
// one table, at most one of them succeeds: exactly one if the name was free, or the table was in the catalog.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "engine/base/shared_latch.h"
#include "engine/tables/table.h"

namespace holdfast {

class TableCatalog {
 public:
  // `next_number`: the number of the first table that is created in this catalog.
  explicit TableCatalog(uint64_t next_number = 1) : next_number_(next_number) {}

  // Null if there is none. Called by every request: a shared latch, a hash lookup and a reference; allocates nothing.
  std::shared_ptr<Table> Find(std::string_view name) const;
  // Finds a table by its Table::number().
  std::shared_ptr<Table> FindByNumber(uint64_t number) const;
  // Returns a number greater than all previous ones, for a table that is about to be created.
  uint64_t NextTableNumber() { return next_number_.fetch_add(1, std::memory_order_relaxed); }
  // The number that NextTableNumber will return next.
  uint64_t next_number() const { return next_number_.load(std::memory_order_relaxed); }
  // False if the name is taken.
  bool Create(std::shared_ptr<Table> table);
  // False if the catalog does not contain this table object.
  bool Remove(const Table& table);
  // The names greater than `start`, ascending by bytes; at most `count_max` of them. Takes time in proportion to these.
  std::vector<std::string> NamesAfter(std::string_view start, size_t count_max) const;
  // All tables, ascending by number.
  std::vector<std::shared_ptr<Table>> Tables() const;
  bool empty() const;

 private:
  // Lets std::string_view find std::string keys.
  struct NameHash {
    using is_transparent = void;
    size_t operator()(std::string_view name) const { return std::hash<std::string_view>()(name); }
  };

  std::atomic<uint64_t> next_number_;
  mutable SharedLatch latch_;
  // Not absl::flat_hash_map: that of Debian 12 (Abseil 20220623) is damaged if memory runs out while it grows.
  std::unordered_map<std::string, std::shared_ptr<Table>, NameHash, std::equal_to<>> tables_ ABSL_GUARDED_BY(latch_);
  // The same tables by name and by number; `names_` are views of Table::name().
  std::set<std::string_view> names_ ABSL_GUARDED_BY(latch_);
  std::map<uint64_t, std::shared_ptr<Table>> by_number_ ABSL_GUARDED_BY(latch_);
};

}  // namespace holdfast
