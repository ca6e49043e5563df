#include "engine/tables/expiry_order.h"

#include <optional>
#include <string_view>

#include "engine/values/key_bytes.h"

namespace holdfast {
namespace {

std::optional<std::string> EntryKey(const ItemRef& item, std::string_view attribute_name, const TableKey& key) {
  if (item == nullptr) return std::nullopt;
  const std::optional<ValueView> time = item->attributes().Find(attribute_name);
  if (!time.has_value() || time->type() != ValueType::kNumber) return std::nullopt;
  std::string entry;
  AppendKeyPart(KeyBytes(*time), &entry);
  AppendKeyPart(key.partition, &entry);
  entry += key.sort;
  return entry;
}

// The least key of an entry with this time.
std::string FirstKeyAt(const Number& time) {
  std::string key;
  AppendKeyPart(time.bytes(), &key);
  return key;
}

}  // namespace

std::unique_ptr<ExpiryOrder> ExpiryOrder::Copy() const {
  auto copy = std::make_unique<ExpiryOrder>(attribute_name_, serial_);
  copy->shards_ = shards_;
  return copy;
}

void ExpiryOrder::Replace(size_t shard, const TableKey& key, const ItemRef& before, const ItemRef& after) {
  const std::optional<std::string> old_entry = EntryKey(before, attribute_name_, key);
  const std::optional<std::string> new_entry = EntryKey(after, attribute_name_, key);
  if (old_entry.has_value() && old_entry != new_entry) shards_[shard].Erase(*old_entry);
  if (new_entry.has_value()) shards_[shard].Put(*new_entry, after);
}

void ExpiryOrder::FindExpired(size_t shard, const ExpiryWindow& window, size_t count_max, std::string& after,
                              std::vector<ItemRef>& due) const {
  const SortedItems& entries = shards_[shard];
  if (entries.empty()) return;
  const std::string end = FirstKeyAt(window.now());
  const std::string begin = FirstKeyAt(window.oldest());
  size_t count = 0;
  for (auto at = after > begin ? entries.After(after) : entries.AtLeast(begin); !at.done() && count < count_max;
       at.Next(), ++count) {
    const SortedEntry entry = *at;
    if (entry.key >= end) return;
    after = std::string(entry.key);
    due.push_back(entry.item);
  }
}

}  // namespace holdfast
