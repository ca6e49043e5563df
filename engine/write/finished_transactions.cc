#include "engine/write/finished_transactions.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "engine/base/stored_bytes.h"
#include "engine/schema/heap_bytes.h"

namespace holdfast {

TokenTransaction::TokenTransaction(std::string_view client_token, uint64_t token_hash, uint64_t request_fingerprint)
    : token(client_token), hash(token_hash), fingerprint(request_fingerprint) {
  StoredBytes::Add(CountedBytes());
}

TokenTransaction::~TokenTransaction() { StoredBytes::Subtract(CountedBytes()); }

void TokenTransaction::Finish(absl::Time time, ReplayRecord replay_record) noexcept {
  StoredBytes::Subtract(CountedBytes());
  finished = time;
  record = std::move(replay_record);
  StoredBytes::Add(CountedBytes());
}

size_t TokenTransaction::CountedBytes() const {
  // The transaction's entry in a leaf, with its share of the nodes.
  constexpr size_t kEntryBytes = 48;
  size_t bytes = sizeof *this + kEntryBytes + HeapBytes(token);
  if (record.capacity() > ReplayRecord().capacity()) bytes += record.capacity() * sizeof(ReplayRecord::value_type);
  for (const auto& [table_name, image_bytes] : record) bytes += HeapBytes(table_name);
  return bytes;
}

struct FinishedTransactions::Branch : Node {
  Branch() : Node(true) {}
  Branch(const Branch& other) : Node(true), children(other.children) {}

  std::array<Ref<Node>, kFanOut> children;
};

struct FinishedTransactions::Leaf : Node {
  Leaf() : Node(false) {}
  Leaf(const Leaf& other) : Node(false), hashes(other.hashes), entries(other.entries) {}

  // The position of the transaction with that token; size() if there is none.
  size_t Find(uint64_t hash, std::string_view token) const {
    size_t position = 0;
    while (position < size() && (hashes[position] != hash || entries[position].transaction->token != token)) ++position;
    return position;
  }
  void Add(uint64_t hash, Entry entry) {
    // Allocate first: if memory runs out, both arrays keep the same size.
    hashes.reserve(hashes.size() + 1);
    entries.push_back(std::move(entry));
    hashes.push_back(hash);
  }
  // Returns the number of removed transactions.
  size_t DropExpired(absl::Time expired_by) {
    size_t kept = 0;
    for (size_t i = 0; i < size(); ++i) {
      if (entries[i].finished <= expired_by) continue;
      hashes[kept] = hashes[i];
      std::swap(entries[kept++], entries[i]);
    }
    const size_t dropped = size() - kept;
    hashes.resize(kept);
    entries.resize(kept);
    return dropped;
  }
  size_t size() const { return hashes.size(); }

  // The hashes of the entries, stored here because a lookup that finds nothing then reads no other memory.
  absl::InlinedVector<uint64_t, kLeafMax> hashes;
  std::vector<Entry> entries;
};

void FinishedTransactions::Node::Destroy(const Node* node) {
  if (node->is_branch) {
    delete static_cast<const Branch*>(node);
  } else {
    delete static_cast<const Leaf*>(node);
  }
}

const FinishedTransactions::Leaf* FinishedTransactions::LeafOf(uint64_t hash, unsigned* level) const {
  const Node* node = root_.get();
  for (*level = 0; node != nullptr && node->is_branch; ++*level) {
    node = static_cast<const Branch*>(node)->children[Slot(hash, *level)].get();
  }
  return static_cast<const Leaf*>(node);
}

const TokenTransaction* FinishedTransactions::Find(uint64_t hash, std::string_view token) const {
  unsigned level = 0;
  const Leaf* const leaf = LeafOf(hash, &level);
  if (leaf == nullptr) return nullptr;
  const size_t position = leaf->Find(hash, token);
  return position == leaf->size() ? nullptr : leaf->entries[position].transaction.get();
}

void FinishedTransactions::Insert(Ref<const TokenTransaction> transaction) {
  const uint64_t hash = transaction->hash;
  const absl::Time finished = transaction->finished;
  earliest_ = std::min(earliest_, finished);
  next_earliest_ = std::min(next_earliest_, finished);
  Ref<Node>* slot = &root_;
  for (unsigned level = 0;; ++level) {
    if (*slot == nullptr) *slot = Ref<Leaf>::Adopt(new Leaf);
    if (Node& node = MakeUnique(*slot); !node.is_branch) {
      auto& leaf = static_cast<Leaf&>(node);
      if (const size_t position = leaf.Find(hash, transaction->token); position < leaf.size()) {
        leaf.entries[position] = {finished, std::move(transaction)};
        return;
      }
      // All hashes in a leaf below the last level are equal, so that it cannot be split.
      if (leaf.size() < kLeafMax || level == kLevels) {
        leaf.Add(hash, {finished, std::move(transaction)});
        ++size_;
        return;
      }
      *slot = Split(leaf, level);
    }
    slot = &static_cast<Branch&>(**slot).children[Slot(hash, level)];
  }
}

void FinishedTransactions::DropSomeExpired(uint64_t hash, absl::Time expired_by) {
  if (expired_by < earliest_) return;
  DropExpiredInLeafOf(hash, expired_by);
  // In a small set a leaf may have only one or two transactions, because the root has sixteen leaves once it is split.
  // Sweeping one leaf in every second call would then drop fewer transactions than are inserted, so several are swept.
  constexpr size_t kSmall = 256;
  constexpr int kSweptLeavesInSmall = 3;
  const int swept_leaves = size_ < kSmall ? kSweptLeavesInSmall : ++calls_ % kCallsPerSweptLeaf == 0 ? 1 : 0;
  for (int leaf = 0; leaf < swept_leaves; ++leaf) SweepNextLeaf(expired_by);
}

bool FinishedTransactions::SweepSomeLeaves(absl::Time expired_by) {
  constexpr int kSweptLeaves = 4;
  const size_t size_before = size_;
  for (int leaf = 0; leaf < kSweptLeaves && expired_by >= earliest_; ++leaf) SweepNextLeaf(expired_by);
  return size_ < size_before;
}

void FinishedTransactions::SweepNextLeaf(absl::Time expired_by) {
  const uint64_t hash = next_swept_hash_;
  next_swept_hash_ = DropExpiredInLeafOf(hash, expired_by);
  unsigned level = 0;
  if (const Leaf* const leaf = LeafOf(hash, &level); leaf != nullptr) {
    for (const Entry& entry : leaf->entries) next_earliest_ = std::min(next_earliest_, entry.finished);
  }
  if (next_swept_hash_ == 0) earliest_ = std::exchange(next_earliest_, absl::InfiniteFuture());
}

uint64_t FinishedTransactions::DropExpiredInLeafOf(uint64_t hash, absl::Time expired_by) {
  unsigned level = 0;
  const Leaf* const leaf = LeafOf(hash, &level);
  const unsigned bits_below = 64 - kBits * level;
  const uint64_t next = level == 0 ? 0 : ((hash >> bits_below) + 1) << bits_below;

  if (leaf == nullptr) return next;
  const auto has_expired = [&](const Entry& entry) { return entry.finished <= expired_by; };
  if (std::none_of(leaf->entries.begin(), leaf->entries.end(), has_expired)) return next;
  if (DropExpiredBelow(root_, hash, 0, expired_by)) root_ = nullptr;
  return next;
}

FinishedTransactions::Node& FinishedTransactions::MakeUnique(Ref<Node>& node) {
  if (!node.unique()) {
    if (node->is_branch) {
      node = Ref<Branch>::Adopt(new Branch(static_cast<const Branch&>(*node)));
    } else {
      node = Ref<Leaf>::Adopt(new Leaf(static_cast<const Leaf&>(*node)));
    }
  }
  return *node;
}

Ref<FinishedTransactions::Node> FinishedTransactions::Split(const Leaf& leaf, unsigned level) {
  auto branch = Ref<Branch>::Adopt(new Branch);
  for (size_t i = 0; i < leaf.size(); ++i) {
    Ref<Node>& child = branch->children[Slot(leaf.hashes[i], level)];
    if (child == nullptr) child = Ref<Leaf>::Adopt(new Leaf);
    static_cast<Leaf&>(*child).Add(leaf.hashes[i], leaf.entries[i]);
  }
  return branch;
}

bool FinishedTransactions::DropExpiredBelow(Ref<Node>& node, uint64_t hash, unsigned level, absl::Time expired_by) {
  Node& changed = MakeUnique(node);
  if (!changed.is_branch) {
    auto& leaf = static_cast<Leaf&>(changed);
    size_ -= leaf.DropExpired(expired_by);
    return leaf.size() == 0;
  }
  auto& children = static_cast<Branch&>(changed).children;
  Ref<Node>& child = children[Slot(hash, level)];
  if (DropExpiredBelow(child, hash, level + 1, expired_by)) child = nullptr;
  return std::all_of(children.begin(), children.end(), [](const auto& other) { return other == nullptr; });
}

}  // namespace holdfast
