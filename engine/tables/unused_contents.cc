#include "engine/tables/unused_contents.h"

#include <utility>

namespace holdfast {

void UnusedContents::Add(PartitionMap::Contents tries) {
  for (PartitionTrie& trie : tries) tries_.push_back(std::move(trie));
}

void UnusedContents::Add(ExpiryOrder& order) {
  for (SortedItems& shard : order.Take()) orders_.push_back(std::move(shard));
}

void UnusedContents::Add(RecoveryHistory::Versions versions) {
  for (Ref<RecoveryHistory::Block>& block : versions) versions_.push_back(std::move(block));
}

bool UnusedContents::DestroyPart() {
  if (!tries_.empty()) {
    tries_.pop_back();
  } else if (!maps_.empty()) {
    maps_.pop_back();
  } else if (!orders_.empty()) {
    orders_.pop_back();
  } else if (!versions_.empty()) {
    versions_.pop_back();
  }
  return !tries_.empty() || !maps_.empty() || !orders_.empty() || !versions_.empty();
}

}  // namespace holdfast
