#include "engine/write/finished_transactions.h"

#include <algorithm>
#include <utility>

namespace holdfast {

const FinishedTransactions::Node* FinishedTransactions::LeafOf(uint64_t hash) const {
  const Node* node = root_.get();
  for (unsigned level = 0; node != nullptr && node->is_branch; ++level) {
    node = node->children[Slot(hash, level)].get();
  }
  return node;
}

const TokenTransaction* FinishedTransactions::Find(uint64_t hash, std::string_view token) const {
  const Node* const node = LeafOf(hash);
  if (node == nullptr) return nullptr;
  for (const Entry& entry : node->entries) {
    if (entry.hash == hash && entry.transaction->token == token) return entry.transaction.get();
  }
  return nullptr;
}

void FinishedTransactions::Insert(Ref<const TokenTransaction> transaction) {
  const uint64_t hash = transaction->hash;
  earliest_ = std::min(earliest_, transaction->finished);
  next_earliest_ = std::min(next_earliest_, transaction->finished);
  Ref<Node>* slot = &root_;
  for (unsigned level = 0;; ++level) {
    if (*slot == nullptr) *slot = Node::Make();
    Node& node = MakeUnique(*slot);
    if (!node.is_branch) {
      for (Entry& entry : node.entries) {
        if (entry.hash != hash || entry.transaction->token != transaction->token) continue;
        entry = {hash, transaction->finished, std::move(transaction)};
        return;
      }
      // All hashes in a leaf below the last level are equal, so that it cannot be split.
      if (node.entries.size() < kLeafMax || level == kLevels) {
        const absl::Time finished = transaction->finished;
        node.entries.push_back({hash, finished, std::move(transaction)});
        ++size_;
        return;
      }
      Split(node, level);
    }
    slot = &node.children[Slot(hash, level)];
  }
}

void FinishedTransactions::DropSomeExpired(uint64_t hash, absl::Time expired_by) {
  if (expired_by < earliest_) return;
  DropExpiredInLeafOf(hash, expired_by);
  // In a small set a leaf has only one or two transactions after the split of the root, so that several leaves can be
  // swept at little cost.
  constexpr size_t kSmall = 256;
  constexpr int kSweepsInSmall = 3;
  const int sweeps = size_ < kSmall ? kSweepsInSmall : ++calls_ % kCallsPerSweep == 0 ? 1 : 0;
  for (int sweep = 0; sweep < sweeps; ++sweep) SweepNextLeaf(expired_by);
}

void FinishedTransactions::SweepNextLeaf(absl::Time expired_by) {
  const uint64_t hash = next_swept_hash_;
  next_swept_hash_ = DropExpiredInLeafOf(hash, expired_by);
  if (const Node* const leaf = LeafOf(hash); leaf != nullptr) {
    for (const Entry& entry : leaf->entries) next_earliest_ = std::min(next_earliest_, entry.finished);
  }
  if (next_swept_hash_ == 0) earliest_ = std::exchange(next_earliest_, absl::InfiniteFuture());
}

uint64_t FinishedTransactions::DropExpiredInLeafOf(uint64_t hash, absl::Time expired_by) {
  const Node* node = root_.get();
  unsigned level = 0;
  for (; node != nullptr && node->is_branch; ++level) node = node->children[Slot(hash, level)].get();
  const unsigned bits_below = 64 - kBits * level;
  const uint64_t next = level == 0 ? 0 : ((hash >> bits_below) + 1) << bits_below;

  if (node == nullptr) return next;
  const auto has_expired = [&](const Entry& entry) { return entry.finished <= expired_by; };
  if (std::none_of(node->entries.begin(), node->entries.end(), has_expired)) return next;
  if (DropExpiredBelow(root_, hash, 0, expired_by)) root_ = nullptr;
  return next;
}

FinishedTransactions::Node& FinishedTransactions::MakeUnique(Ref<Node>& node) {
  if (!node.unique()) {
    Ref<Node> copy = Node::Make();
    copy->is_branch = node->is_branch;
    copy->children = node->children;
    copy->entries = node->entries;
    node = std::move(copy);
  }
  return *node;
}

void FinishedTransactions::Split(Node& leaf, unsigned level) {
  std::array<Ref<Node>, kFanOut> children;
  for (const Entry& entry : leaf.entries) {
    Ref<Node>& child = children[Slot(entry.hash, level)];
    if (child == nullptr) child = Node::Make();
    child->entries.push_back(entry);
  }
  leaf.is_branch = true;
  leaf.children = std::move(children);
  leaf.entries = {};
}

bool FinishedTransactions::DropExpiredBelow(Ref<Node>& node, uint64_t hash, unsigned level, absl::Time expired_by) {
  Node& changed = MakeUnique(node);
  if (!changed.is_branch) {
    size_ -= std::erase_if(changed.entries, [&](const Entry& entry) { return entry.finished <= expired_by; });
    return changed.entries.empty();
  }
  Ref<Node>& child = changed.children[Slot(hash, level)];
  if (DropExpiredBelow(child, hash, level + 1, expired_by)) child = nullptr;
  return std::all_of(changed.children.begin(), changed.children.end(),
                     [](const auto& other) { return other == nullptr; });
}

}  // namespace holdfast
