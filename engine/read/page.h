// One page of a Query or Scan while it is read: evaluates the filter on what the index projects of each entry, applies
// the projection of the request, and decides when the page is full.
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Query.Pagination.html
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/base/work_budget.h"
#include "engine/read/read_plan.h"
#include "engine/values/item.h"
#include "engine/values/response_item.h"

namespace holdfast {

// Not thread-safe; one per request.
class Page {
 public:
  // `plan` must outlive the page. `budget`: a bound on the work, or null.
  explicit Page(const PageReadPlan& plan, WorkBudget* budget = nullptr);

  // Whether the page ends here: PageReadPlan::limit entries were evaluated, or bytes_max bytes were read (the entry
  // that crosses that number is included).
  bool full() const { return full_; }
  // Whether the budget did not cover the next entry or partition. The page must then be discarded.
  bool over_budget() const { return over_budget_; }
  // Full, or over budget.
  bool done() const { return full_ || over_budget_; }
  // Spends the cost of reaching a partition, which may have no entries.
  void EnterPartition() { over_budget_ = over_budget_ || !Spend(budget_, work::kStepsPerPartition); }
  // Evaluates one entry. The page must not be done.
  void Add(const ItemRef& item);

  std::vector<ResponseItem>& items() { return items_; }
  size_t count() const { return count_; }
  size_t scanned_count() const { return scanned_count_; }
  // The entry that filled the page; null if it is not full.
  const ItemRef& last_item() const { return last_item_; }
  // The size of all evaluated entries, before filter and projection. Of an entry of an index, only the attributes that
  // the index projects count.
  size_t evaluated_bytes() const { return evaluated_bytes_; }
  // The size of all evaluated entries and of the items fetched from the table. [open] How the two add up to a page of
  // 1 MB was not captured.
  size_t bytes_read() const { return bytes_read_; }
  // Read units of the items fetched from the table, rounded up for each item.
  double fetched_units() const { return fetched_units_; }

 private:
  // An upper bound of the cost of evaluating an entry and returning it.
  uint64_t StepsToEvaluate(const Item& item) const;

  const PageReadPlan* plan_;
  // Null: the table itself is read.
  const IndexSchema* index_;
  WorkBudget* budget_;
  std::vector<ResponseItem> items_;
  size_t count_ = 0;
  size_t scanned_count_ = 0;
  size_t evaluated_bytes_ = 0;
  size_t bytes_read_ = 0;
  double fetched_units_ = 0;
  ItemRef last_item_;
  bool full_ = false;
  bool over_budget_ = false;
};

}  // namespace holdfast
