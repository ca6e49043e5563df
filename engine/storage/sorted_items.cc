#include "engine/storage/sorted_items.h"

#include <cassert>
#include <optional>
#include <utility>

namespace holdfast {
namespace {

using NodeRef = Ref<SortedNode>;

// The result of an insertion into a subtree: the replaced item, or null, and the new right sibling of the subtree's
// root if the root was split.
struct Insertion {
  ItemRef replaced;
  StoredKey right_key;
  NodeRef right;
};

// Makes room for one entry at `*i` of `*node`, which splits if it is full: `*node` then keeps the left part, and the
// entry belongs in `*node` or in `insertion->right`. Returns that node, and makes `*i` an index in it.
SortedNode* MakeRoom(NodeRef* node, size_t* i, bool at_right_edge, Insertion* insertion) {
  const size_t size = (*node)->size();
  if (size < SortedNode::kEntriesMax) {
    SortedNode::MakeUnique(node, size + 1);
    return node->get();
  }
  SortedNode::MakeUnique(node, size);
  // An append at the right edge keeps the old node full; any other insertion splits the node in halves.
  const size_t moved = at_right_edge && *i == size ? 0 : size / 2;
  insertion->right = SortedNode::Create((*node)->level(), moved + 1);
  (*node)->MoveTail(moved, insertion->right.get());
  if (*i <= (*node)->size() && moved > 0) return node->get();
  *i -= (*node)->size();
  return insertion->right.get();
}

Insertion Insert(NodeRef* node, std::string_view key, ItemRef item, bool at_right_edge) {
  Insertion insertion;
  if ((*node)->leaf()) {
    size_t i = (*node)->LowerBound(key);
    if (i < (*node)->size() && (*node)->key(i).view() == key) {
      SortedNode::MakeUnique(node, (*node)->size());
      insertion.replaced = std::exchange((*node)->item(i), std::move(item));
      return insertion;
    }
    SortedNode* target = MakeRoom(node, &i, at_right_edge, &insertion);
    target->InsertItem(i, StoredKey(key), std::move(item));
  } else {
    SortedNode::MakeUnique(node, (*node)->size());
    const size_t child = (*node)->ChildFor(key);
    const bool last = child + 1 == (*node)->size();
    Insertion below = Insert(&(*node)->child_ref(child), key, std::move(item), at_right_edge && last);
    insertion.replaced = std::move(below.replaced);
    if (!below.right) return insertion;
    size_t i = child + 1;
    SortedNode* target = MakeRoom(node, &i, at_right_edge, &insertion);
    target->InsertChild(i, std::move(below.right_key), std::move(below.right));
  }
  if (insertion.right) insertion.right_key = insertion.right->key(0);
  return insertion;
}

// Child `i` of `parent` has too few entries: joins it with a neighbour, or moves entries of the neighbour to it.
void Rebalance(SortedNode* parent, size_t i) {
  if (parent->size() == 1) {
    // At the right edge a child may have no neighbour. Once it is empty, it is removed; `parent`, which is then empty,
    // is removed when its own parent is rebalanced.
    if (parent->child(0).size() == 0) parent->RemoveChild(0);
    return;
  }
  const size_t left_index = i > 0 ? i - 1 : 0;
  NodeRef* left = &parent->child_ref(left_index);
  NodeRef* right = &parent->child_ref(left_index + 1);
  const size_t total = (*left)->size() + (*right)->size();
  const bool join = total <= SortedNode::kEntriesMax;
  const size_t left_size = join ? total : total / 2;
  SortedNode::MakeUnique(left, left_size);
  SortedNode::MakeUnique(right, total - left_size);
  // Key 0 of an inner node is not maintained. Set it here, because entry 0 will follow other entries.
  if (!(*right)->leaf() && (*right)->size() > 0) (*right)->SetKey(0, parent->key(left_index + 1));
  if ((*left)->size() < left_size) {
    (*right)->MoveHead(left_size - (*left)->size(), left->get());
  } else {
    (*left)->MoveTail((*left)->size() - left_size, right->get());
  }
  if (join) {
    parent->RemoveChild(left_index + 1);
  } else {
    parent->SetKey(left_index + 1, (*right)->key(0));
  }
}

// The key must exist.
ItemRef Remove(NodeRef* node, std::string_view key) {
  SortedNode::MakeUnique(node, (*node)->size());
  if ((*node)->leaf()) return (*node)->RemoveItem((*node)->LowerBound(key));
  const size_t child = (*node)->ChildFor(key);
  ItemRef removed = Remove(&(*node)->child_ref(child), key);
  if ((*node)->child(child).size() < SortedNode::kEntriesMin) Rebalance(node->get(), child);
  return removed;
}

struct Totals {
  size_t entries = 0;
  size_t bytes = 0;
};

// Invariants 1 to 4 of sorted_node.h, for a subtree whose keys are at least `low` and less than `high`.
bool NodeInvariantsHold(const SortedNode& node, size_t entries_min, std::optional<std::string_view> low,
                        std::optional<std::string_view> high, Totals* totals) {
  const size_t size = node.size();
  if (size < entries_min || size > SortedNode::kEntriesMax) return false;
  for (size_t i = node.leaf() ? 0 : 1; i < size; ++i) {
    const std::string_view key = node.key(i).view();
    if ((low.has_value() && key < *low) || (high.has_value() && key >= *high)) return false;
    if (node.LowerBound(key) != i || node.UpperBound(key) != i + 1) return false;
  }
  for (size_t i = 0; i < size; ++i) {
    if (node.leaf()) {
      if (!node.item(i)) return false;
      ++totals->entries;
      totals->bytes += node.item(i)->size_bytes();
      continue;
    }
    const bool last = i + 1 == size;
    const bool at_right_edge = last && entries_min == 1;
    if (node.child(i).level() + 1 != node.level()) return false;
    if (!NodeInvariantsHold(node.child(i), at_right_edge ? 1 : SortedNode::kEntriesMin,
                            i == 0 ? low : node.key(i).view(), last ? high : node.key(i + 1).view(), totals)) {
      return false;
    }
  }
  return true;
}

}  // namespace

size_t SortedItems::size() const {
  if (const Tree* tree = std::get_if<Tree>(&state_)) return tree->size;
  return std::get_if<Single>(&state_)->item ? 1 : 0;
}

size_t SortedItems::size_bytes() const {
  if (const Tree* tree = std::get_if<Tree>(&state_)) return tree->size_bytes;
  const ItemRef& item = std::get_if<Single>(&state_)->item;
  return item ? item->size_bytes() : 0;
}

bool SortedItems::InvariantsHold() const {
  const Tree* tree = std::get_if<Tree>(&state_);
  if (tree == nullptr) return true;
  Totals totals;
  return NodeInvariantsHold(*tree->root, 1, std::nullopt, std::nullopt, &totals) && totals.entries == tree->size &&
         totals.bytes == tree->size_bytes && tree->size >= 2;
}

const ItemRef* SortedItems::Find(std::string_view key) const {
  if (const Single* single = std::get_if<Single>(&state_)) {
    return single->item && single->key.view() == key ? &single->item : nullptr;
  }
  const SortedNode* node = std::get_if<Tree>(&state_)->root.get();
  while (!node->leaf()) node = &node->child(node->ChildFor(key));
  const size_t i = node->LowerBound(key);
  return i < node->size() && node->key(i).view() == key ? &node->item(i) : nullptr;
}

ItemRef SortedItems::Put(std::string_view key, ItemRef item) {
  if (Single* single = std::get_if<Single>(&state_)) {
    if (!single->item) {
      *single = Single{std::move(item), StoredKey(key)};
      return nullptr;
    }
    if (single->key.view() == key) return std::exchange(single->item, std::move(item));
    Tree tree{SortedNode::Create(/*level=*/0, /*capacity=*/2), 1, single->item->size_bytes()};
    tree.root->InsertItem(0, std::move(single->key), std::move(single->item));
    state_ = std::move(tree);
  }
  Tree& tree = *std::get_if<Tree>(&state_);
  tree.size_bytes += item->size_bytes();
  Insertion insertion = Insert(&tree.root, key, std::move(item), /*at_right_edge=*/true);
  if (insertion.replaced) {
    tree.size_bytes -= insertion.replaced->size_bytes();
    return std::move(insertion.replaced);
  }
  ++tree.size;
  if (insertion.right) {
    NodeRef root = SortedNode::Create(tree.root->level() + 1, 2);
    assert(root->level() < SortedNode::kLevelsMax);
    root->InsertChild(0, StoredKey(), std::move(tree.root));
    root->InsertChild(1, std::move(insertion.right_key), std::move(insertion.right));
    tree.root = std::move(root);
  }
  return nullptr;
}

ItemRef SortedItems::Erase(std::string_view key) {
  // Look the key up first, so that no shared path is copied if it is absent.
  if (Find(key) == nullptr) return nullptr;
  if (Single* single = std::get_if<Single>(&state_)) return std::exchange(*single, Single()).item;
  Tree& tree = *std::get_if<Tree>(&state_);
  ItemRef removed = Remove(&tree.root, key);
  --tree.size;
  tree.size_bytes -= removed->size_bytes();
  while (!tree.root->leaf() && tree.root->size() == 1) tree.root = NodeRef(tree.root->child_ref(0));
  if (tree.size == 1) state_ = Single{tree.root->item(0), tree.root->key(0)};
  return removed;
}

SortedItems::Cursor SortedItems::AtLeast(std::string_view key) const { return Seek(key, false, Direction::kForward); }
SortedItems::Cursor SortedItems::After(std::string_view key) const { return Seek(key, true, Direction::kForward); }
SortedItems::Cursor SortedItems::AtMost(std::string_view key) const { return Seek(key, true, Direction::kBackward); }
SortedItems::Cursor SortedItems::Before(std::string_view key) const { return Seek(key, false, Direction::kBackward); }

SortedItems::Cursor SortedItems::Seek(std::string_view key, bool past_equal, Direction direction) const {
  if (const Single* single = std::get_if<Single>(&state_)) {
    if (!single->item) return Cursor(nullptr);
    const int order = single->key.view().compare(key);
    const bool is_before = order < 0 || (past_equal && order == 0);
    return Cursor(is_before == (direction == Direction::kBackward) ? this : nullptr);
  }
  Cursor cursor(this);
  const SortedNode* node = std::get_if<Tree>(&state_)->root.get();
  cursor.root_level_ = node->level();
  for (; !node->leaf(); node = &node->child(cursor.path_[node->level()].index)) {
    cursor.path_[node->level()] = {node, node->ChildFor(key)};
  }
  node->PrefetchItems();
  const size_t i = past_equal ? node->UpperBound(key) : node->LowerBound(key);
  cursor.path_[0] = {node, i};
  if (direction == Direction::kBackward) {
    cursor.Previous();
  } else if (i == node->size()) {
    cursor.NextLeaf();
  }
  return cursor;
}

SortedItems::Cursor SortedItems::First() const {
  if (empty()) return Cursor(nullptr);
  Cursor cursor(this);
  if (const Tree* tree = std::get_if<Tree>(&state_)) {
    cursor.root_level_ = tree->root->level();
    cursor.DescendFirst(tree->root.get());
  }
  return cursor;
}

SortedItems::Cursor SortedItems::Last() const {
  if (empty()) return Cursor(nullptr);
  Cursor cursor(this);
  if (const Tree* tree = std::get_if<Tree>(&state_)) {
    cursor.root_level_ = tree->root->level();
    cursor.DescendLast(tree->root.get());
  }
  return cursor;
}

std::string_view SortedItems::Cursor::key() const {
  if (const Single* single = std::get_if<Single>(&items_->state_)) return single->key.view();
  return path_[0].node->key(path_[0].index).view();
}

const ItemRef& SortedItems::Cursor::item() const {
  if (const Single* single = std::get_if<Single>(&items_->state_)) return single->item;
  return path_[0].node->item(path_[0].index);
}

void SortedItems::Cursor::Next() {
  if (std::holds_alternative<Single>(items_->state_)) {
    items_ = nullptr;
  } else if (++path_[0].index == path_[0].node->size()) {
    NextLeaf();
  }
}

void SortedItems::Cursor::Previous() {
  if (std::holds_alternative<Single>(items_->state_)) {
    items_ = nullptr;
  } else if (path_[0].index-- == 0) {
    PreviousLeaf();
  }
}

void SortedItems::Cursor::DescendFirst(const SortedNode* node) {
  for (; !node->leaf(); node = &node->child(0)) path_[node->level()] = {node, 0};
  node->PrefetchItems();
  path_[0] = {node, 0};
}

void SortedItems::Cursor::DescendLast(const SortedNode* node) {
  for (; !node->leaf(); node = &node->child(node->size() - 1)) path_[node->level()] = {node, node->size() - 1};
  node->PrefetchItems();
  path_[0] = {node, node->size() - 1};
}

void SortedItems::Cursor::NextLeaf() {
  for (size_t level = 1; level <= root_level_; ++level) {
    PathEntry& entry = path_[level];
    if (entry.index + 1 < entry.node->size()) return DescendFirst(&entry.node->child(++entry.index));
  }
  items_ = nullptr;
}

void SortedItems::Cursor::PreviousLeaf() {
  for (size_t level = 1; level <= root_level_; ++level) {
    PathEntry& entry = path_[level];
    if (entry.index > 0) return DescendLast(&entry.node->child(--entry.index));
  }
  items_ = nullptr;
}

}  // namespace holdfast
