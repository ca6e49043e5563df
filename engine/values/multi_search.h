// Searching bytes for many needles at once, in one pass however many there are.
//
// Thread safety: immutable once made.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "absl/functional/function_ref.h"

namespace holdfast {

// The automaton of A. Aho and M. Corasick, "Efficient string matching", Communications of the ACM 18 (1975): the
// needles as a tree of their common beginnings; what follows a mismatch is the longest end of what was read that begins
// a needle.
class MultiSearch {
 public:
  // Takes time and memory linear in the bytes of all needles (some 20 bytes for each), beside sorting them. They need
  // not outlive it. They must differ, and none may be empty.
  explicit MultiSearch(const std::vector<std::string_view>& needles);

  // Calls `found(i)` once for each needle that occurs in `haystack`.
  void Search(std::string_view haystack, absl::FunctionRef<void(size_t)> found) const;

 private:
  static constexpr uint32_t kRoot = 0;
  static constexpr uint32_t kNone = UINT32_MAX;

  uint32_t Child(uint32_t node, unsigned char byte) const;
  uint32_t Next(uint32_t node, unsigned char byte) const;

  struct Node {
    unsigned char byte;    // that leads here
    uint32_t first_child;  // children_[first_child, the next node's first_child), ascending by byte
    uint32_t fallback;     // the longest proper end of the node's text that is a node, too
    uint32_t needle;       // which one ends here, or kNone
    uint32_t needle_end;   // the nearest node, from this one along the fallbacks, where a needle ends; or kNone
  };
  // With one more at the end, which closes the ranges.
  std::vector<Node> nodes_;
  std::vector<uint32_t> children_;
  size_t needle_count_;
  std::array<uint32_t, 256> from_root_;
};

}  // namespace holdfast
