// Searches bytes for many needles in one pass.
//
// Thread safety: immutable after construction.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "absl/functional/function_ref.h"

namespace holdfast {

// The automaton of A. Aho and M. Corasick, "Efficient string matching", Communications of the ACM 18 (1975): a trie of
// the needles. After a mismatch the search continues at the longest suffix of the bytes read that is a prefix of a
// needle.
class MultiSearch {
 public:
  // Sorts the needles; apart from that, construction takes time and memory linear in the bytes of all needles: at most
  // 24 bytes of memory for each byte, and 20 more while it runs. The needles need not outlive this object. They must
  // differ, and none may be empty.
  explicit MultiSearch(const std::vector<std::string_view>& needles);

  // Calls `found(i)` once, in no particular order, for each i for which needles[i] occurs in `haystack`.
  void Search(std::string_view haystack, absl::FunctionRef<void(size_t)> found) const;

 private:
  static constexpr uint32_t kRoot = 0;
  static constexpr uint32_t kNone = UINT32_MAX;

  uint32_t Child(uint32_t node, unsigned char byte) const;
  uint32_t Next(uint32_t node, unsigned char byte) const;

  struct Node {
    unsigned char byte;    // the byte by which the parent leads to this node
    uint32_t first_child;  // children_[first_child, the next node's first_child), ascending by byte
    uint32_t fallback;     // the node of the longest proper suffix of this node's text that has a node
    uint32_t needle;       // the index of the needle that ends here, or kNone
    uint32_t nearest_end;  // the first node, from this one along the fallbacks, at which a needle ends; or kNone
  };
  // The last one is a sentinel: its first_child ends the children of the node before it.
  std::vector<Node> nodes_;
  std::vector<uint32_t> children_;
  size_t needle_count_;
  // For each byte, the root's child; kRoot if there is none.
  std::array<uint32_t, 256> from_root_;
};

}  // namespace holdfast
