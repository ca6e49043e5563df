#include "engine/read/page.h"

#include <utility>

#include "engine/indexes/index_entry.h"
#include "engine/tables/capacity_units.h"
#include "engine/values/return_cost.h"

namespace holdfast {

Page::Page(const PageReadPlan& plan, WorkBudget* budget) : plan_(&plan), index_(plan.target.index()), budget_(budget) {}

uint64_t Page::StepsToEvaluate(const Item& item) const {
  uint64_t steps = work::kStepsPerEntry;
  if (plan_->filter.has_value()) steps += work::StepsToEvaluate(plan_->filter->BytesToEvaluate(item.size_bytes()));
  if (index_ != nullptr && index_->projection != ProjectionType::kAll) {
    // All attributes of the item are looked at.
    steps += work::kStepsPerEntry + item.attributes().size();
  }
  if (plan_->count_only) return steps;
  if (plan_->projection.has_value()) steps += plan_->projection->paths().size();
  return steps + StepsToReturn(item, bytes_read_);
}

void Page::Add(const ItemRef& item) {
  if (budget_ != nullptr && !budget_->Spend(StepsToEvaluate(*item))) {
    over_budget_ = true;
    return;
  }
  ++scanned_count_;
  const bool partial = index_ != nullptr && index_->projection != ProjectionType::kAll;
  const size_t entry_bytes =
      partial ? EntrySizeBytes(plan_->target.table->schema(), *index_, item->attributes()) : item->size_bytes();
  evaluated_bytes_ += entry_bytes;
  bytes_read_ += entry_bytes;
  if (plan_->fetch_from_table) {
    fetched_units_ += ReadUnits(item->size_bytes());
    bytes_read_ += item->size_bytes();
  }
  full_ = scanned_count_ == plan_->limit || bytes_read_ >= plan_->bytes_max;
  if (full_) last_item_ = item;
  if (plan_->count_only && !plan_->filter.has_value()) {
    ++count_;
    return;
  }

  // The attributes of the entry that are visible to the reader.
  ResponseItem visible = partial && !plan_->fetch_from_table
                             ? ResponseItem(ProjectEntry(plan_->target.table->schema(), *index_, item->attributes()))
                             : ResponseItem(item);
  if (plan_->filter.has_value() && !plan_->filter->Evaluate(visible)) return;
  ++count_;
  if (plan_->count_only) return;
  if (plan_->projection.has_value()) visible = plan_->projection->Apply(visible);
  items_.push_back(std::move(visible));
}

}  // namespace holdfast
