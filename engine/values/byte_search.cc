#include "engine/values/byte_search.h"

#include <algorithm>
#include <cstddef>
#include <cstring>

namespace holdfast {
namespace {

// Up to this product of both lengths std::string_view::find is faster than TwoWay.
constexpr size_t kShortProduct = 2'048;

// The start of the needle's greatest suffix, in byte order or in reversed byte order, and the period of that suffix.
struct Suffix {
  size_t begin;
  size_t period;
};

template <typename Before>
Suffix GreatestSuffix(std::string_view needle, Before before) {
  size_t begin = 0;
  size_t candidate = 1;
  size_t offset = 0;
  size_t period = 1;
  while (candidate + offset < needle.size()) {
    const auto a = static_cast<unsigned char>(needle[candidate + offset]);
    const auto b = static_cast<unsigned char>(needle[begin + offset]);
    if (before(a, b)) {
      candidate += offset + 1;
      offset = 0;
      period = candidate - begin;
    } else if (a == b) {
      if (++offset == period) {
        candidate += period;
        offset = 0;
      }
    } else {
      begin = candidate++;
      offset = 0;
      period = 1;
    }
  }
  return {begin, period};
}

// `byte` is needle[split]. Returns the first position from `at` to `last` such that the haystack has this byte `split`
// bytes after it, or a position greater than `last` if there is none. A byte that is common in the haystack is mostly
// found within kScannedBytes; memchr is called only for a rarer one.
size_t NextCandidate(std::string_view haystack, char byte, size_t at, size_t last, size_t split) {
  constexpr size_t kScannedBytes = 16;
  const size_t scan_end = std::min(last, at + kScannedBytes);
  for (; at <= scan_end; ++at) {
    if (haystack[at + split] == byte) return at;
  }
  if (at > last) return at;
  const char* const from = haystack.data() + at + split;
  const void* const found = std::memchr(from, byte, last - at + 1);
  return found == nullptr ? last + 1 : at + static_cast<size_t>(static_cast<const char*>(found) - from);
}

// The Two-Way algorithm: M. Crochemore, D. Perrin, "Two-way string-matching", Journal of the ACM 38 (1991). The needle
// is split at a critical position; the right part is compared forwards, then the left part. A mismatch in the right
// part moves the needle past what was compared, so that each byte of the haystack is compared at most twice.
bool TwoWay(std::string_view haystack, std::string_view needle) {
  const Suffix by_less = GreatestSuffix(needle, [](unsigned char a, unsigned char b) { return a < b; });
  const Suffix by_greater = GreatestSuffix(needle, [](unsigned char a, unsigned char b) { return a > b; });
  const Suffix critical = by_less.begin > by_greater.begin ? by_less : by_greater;
  const size_t split = critical.begin;
  // Whether the period of the suffix is also the period of the whole needle.
  const bool periodic = split + critical.period <= needle.size() &&
                        std::memcmp(needle.data(), needle.data() + critical.period, split) == 0;
  const size_t period = periodic ? critical.period : std::max(split, needle.size() - split) + 1;

  const size_t last = haystack.size() - needle.size();
  size_t matched = 0;  // how many of the needle's first bytes are known to match at `at`; 0 unless periodic
  size_t at = 0;
  while (at <= last) {
    if (matched == 0) {
      at = NextCandidate(haystack, needle[split], at, last, split);
      if (at > last) return false;
    }
    size_t right = std::max(split, matched);
    while (right < needle.size() && needle[right] == haystack[at + right]) ++right;
    if (right < needle.size()) {
      at += right - split + 1;
      matched = 0;
      continue;
    }
    size_t left = split;
    while (left > matched && needle[left - 1] == haystack[at + left - 1]) --left;
    if (left <= matched) return true;
    at += period;
    matched = periodic ? needle.size() - period : 0;
  }
  return false;
}

}  // namespace

bool ContainsBytes(std::string_view haystack, std::string_view needle) {
  if (needle.empty()) return true;
  if (needle.size() > haystack.size()) return false;
  // The preparation in TwoWay alone would take longer than this search.
  if (needle.size() == 1 || haystack.size() <= kShortProduct / needle.size()) {
    return haystack.find(needle) != std::string_view::npos;
  }
  return TwoWay(haystack, needle);
}

}  // namespace holdfast
