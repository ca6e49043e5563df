#include "engine/expressions/condition/needle_group.h"

#include <cstddef>

namespace holdfast {
namespace {

// In smaller containers, separate searches are faster than one search for all needles.
constexpr size_t kContainerBytesMin = 1'024;
// Bounds the memory of the search, which is at most 44 bytes for each byte of the needles (MultiSearch).
constexpr size_t kNeedleBytesMax = size_t{256} * 1'024;

void Report(const std::vector<uint32_t>& ids, absl::FunctionRef<void(uint32_t)> found) {
  for (const uint32_t id : ids) found(id);
}

}  // namespace

NeedleGroup::NeedleGroup(absl::Span<const std::pair<ValueView, uint32_t>> needles) {
  for (const auto& [needle, id] : needles) {
    packed_[needle.packed()].push_back(id);
    if (needle.type() == ValueType::kString) strings_.by_bytes[needle.bytes()].push_back(id);
    if (needle.type() == ValueType::kNumber) numbers_.by_bytes[needle.bytes()].push_back(id);
    if (needle.type() == ValueType::kBinary) binaries_.by_bytes[needle.bytes()].push_back(id);
  }
  for (TypedNeedles* const typed : {&strings_, &binaries_}) {
    std::vector<std::string_view> searched;
    size_t bytes = 0;
    for (const auto& [needle, ids] : typed->by_bytes) {
      if (needle.empty()) continue;
      bytes += needle.size();
      searched.push_back(needle);
      typed->ids_in_order.push_back(&ids);
    }
    if (bytes <= kNeedleBytesMax) typed->search.emplace(searched);
  }
}

bool NeedleGroup::IsWorthwhile(ValueView container) const {
  if (container.packed().size() < kContainerBytesMin) return false;
  if (container.type() == ValueType::kString) return strings_.search.has_value();
  if (container.type() == ValueType::kBinary) return binaries_.search.has_value();
  return true;
}

void NeedleGroup::Search(ValueView container, absl::FunctionRef<void(uint32_t)> found) const {
  switch (container.type()) {
    case ValueType::kString:
      return SearchBytes(strings_, container.bytes(), found);
    case ValueType::kBinary:
      return SearchBytes(binaries_, container.bytes(), found);
    case ValueType::kStringSet:
      return MergeSet(strings_, container.set(), found);
    case ValueType::kNumberSet:
      return MergeSet(numbers_, container.set(), found);
    case ValueType::kBinarySet:
      return MergeSet(binaries_, container.set(), found);
    case ValueType::kList:
      for (const ValueView element : container.list()) {
        const auto needle = packed_.find(element.packed());
        if (needle != packed_.end()) Report(needle->second, found);
      }
      return;
    default:
      return;
  }
}

void NeedleGroup::SearchBytes(const TypedNeedles& needles, std::string_view bytes,
                              absl::FunctionRef<void(uint32_t)> found) {
  // Every container contains the empty needle, which is the first in the order.
  const auto first = needles.by_bytes.begin();
  if (first != needles.by_bytes.end() && first->first.empty()) Report(first->second, found);
  needles.search->Search(bytes, [&](size_t needle) { Report(*needles.ids_in_order[needle], found); });
}

// The needles and the set's members ascend, so one pass over both suffices.
void NeedleGroup::MergeSet(const TypedNeedles& needles, SetView set, absl::FunctionRef<void(uint32_t)> found) {
  SetView::Iterator member = set.begin();
  for (const auto& [needle, ids] : needles.by_bytes) {
    while (member != set.end() && *member < needle) ++member;
    if (member == set.end()) return;
    if (*member == needle) Report(ids, found);
  }
}

}  // namespace holdfast
