// The records of one shard, oldest first: a queue whose copies share their nodes (copy on write).
//
// A radix tree of 32 records to a leaf and 32 children to a branch. A node that another log shares is copied before it
// is changed, so copying a log copies no records, and the first append after that copies the nodes of one path.
//
// Thread safety: that of a standard container. A copy may be read on another thread while the original changes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/base/ref_counted.h"
#include "engine/streams/stream_record.h"

namespace holdfast {

class RecordLog {
 public:
  // The first record that was ever appended has the index 0, the next one 1. Those with an index in [begin, end) still
  // exist.
  uint64_t begin() const { return begin_; }
  uint64_t end() const { return end_; }
  bool empty() const { return begin_ == end_; }
  const StreamRecord& operator[](uint64_t index) const;
  const StreamRecord& back() const { return (*this)[end_ - 1]; }

  void Append(StreamRecord record);
  // Removes the oldest record; its memory is freed once all records of its leaf are removed. The log must not be empty.
  void DropFront();

  // The index of the first record whose sequence number is at least `number`; end() if there is none.
  uint64_t LowerBound(SequenceNumber number) const {
    return FindFirst([number](const StreamRecord& record) { return record.number >= number; });
  }
  // The index of the first record that `matches`; end() if there is none. All records after one that matches must
  // match, too.
  template <typename Matches>
  uint64_t FindFirst(Matches matches) const {
    uint64_t low = begin_;
    uint64_t high = end_;
    while (low < high) {
      const uint64_t middle = low + (high - low) / 2;
      if (matches((*this)[middle])) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }

 private:
  static constexpr unsigned kBits = 5;
  static constexpr uint64_t kFanOut = uint64_t{1} << kBits;

  // A leaf has records, a branch children; a child whose records were all dropped is null.
  struct Node : RefCounted<Node> {
    static Ref<Node> Create(std::vector<Ref<Node>> children = {}, std::vector<StreamRecord> records = {});
    static void Destroy(const Node* node);
    // Appends to one of the vectors.
    template <typename Element>
    void Append(std::vector<Element> Node::*elements, Element element);
    // What StoredBytes counts for the node.
    size_t bytes() const;

    std::vector<Ref<Node>> children;
    std::vector<StreamRecord> records;
  };

  // Copies the node if another log shares it.
  static Node& MakeUnique(Ref<Node>& node);
  static size_t Slot(uint64_t index, unsigned level) { return (index >> (level * kBits)) & (kFanOut - 1); }
  // The number of records appended since the tree was last empty.
  uint64_t TreeSize() const { return end_ - base_; }
  uint64_t Capacity() const { return uint64_t{1} << ((levels_ + 1) * kBits); }

  Ref<Node> root_;
  // The number of levels of branches above the leaves.
  unsigned levels_ = 0;
  // The index of the tree's first slot: a log that becomes empty drops its tree, and the next record begins a new one.
  uint64_t base_ = 0;
  uint64_t begin_ = 0;
  uint64_t end_ = 0;
};

}  // namespace holdfast
