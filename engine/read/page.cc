#include "engine/read/page.h"

#include <utility>

#include "engine/base/limits.h"
#include "engine/indexes/index_entry.h"
#include "engine/tables/capacity_units.h"

namespace holdfast {

Page::Page(const PageOptions& options, WorkBudget* budget) : options_(options), budget_(budget) {
  if (budget_ == nullptr || options_.filter == nullptr) return;
  for (const Node& node : options_.filter->tree().nodes) {
    ++filter_nodes_;
    const bool searches =
        node.kind == NodeKind::kContains || node.kind == NodeKind::kLegacyNotContains || node.kind == NodeKind::kSize;
    if (searches) ++filter_searches_;
  }
}

// An upper bound: AND and OR may end before their last operand.
uint64_t Page::StepsToEvaluate(size_t size_bytes) const {
  uint64_t steps = work::kStepsPerEntry + filter_nodes_ * work::StepsToCompare(size_bytes) +
                   filter_searches_ * work::StepsToLookThrough(size_bytes);
  if (options_.index != nullptr && options_.index->projection != ProjectionType::kAll) {
    steps += work::kStepsPerEntry + options_.index->non_key_attributes.size();
  }
  if (options_.count_only) return steps;
  if (options_.projection != nullptr) steps += options_.projection->paths().size();
  return steps + work::StepsToReturn(size_bytes);
}

void Page::Add(const ItemRef& item) {
  if (budget_ != nullptr && !budget_->Spend(StepsToEvaluate(item->size_bytes()))) {
    over_budget_ = true;
    return;
  }
  ++scanned_count_;
  const bool partial = options_.index != nullptr && options_.index->projection != ProjectionType::kAll;
  evaluated_bytes_ +=
      partial ? EntrySizeBytes(*options_.table, *options_.index, item->attributes()) : item->size_bytes();
  if (options_.fetch_from_table) fetched_units_ += ReadUnits(item->size_bytes());
  full_ = scanned_count_ == options_.limit || evaluated_bytes_ >= limits::kPageBytesMax;
  if (full_) last_item_ = item;

  // What the reader sees of it.
  ResponseItem visible = partial && !options_.fetch_from_table
                             ? ResponseItem(ProjectEntry(*options_.table, *options_.index, item->attributes()))
                             : ResponseItem(item);
  if (options_.filter != nullptr && !options_.filter->Evaluate(visible)) return;
  ++count_;
  if (options_.count_only) return;
  if (options_.projection != nullptr) visible = options_.projection->Apply(visible);
  items_.push_back(std::move(visible));
}

}  // namespace holdfast
