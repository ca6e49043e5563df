#include "engine/read/page.h"

#include <utility>

#include "engine/base/limits.h"
#include "engine/indexes/index_entry.h"
#include "engine/tables/capacity_units.h"

namespace holdfast {

void Page::Add(const ItemRef& item) {
  ++scanned_count_;
  const bool partial = options_.index != nullptr && options_.index->projection != ProjectionType::kAll;
  evaluated_bytes_ +=
      partial ? EntrySizeBytes(*options_.table, *options_.index, item->attributes()) : item->size_bytes();
  if (options_.fetch_from_table) fetched_units_ += ReadUnits(item->size_bytes());
  full_ = scanned_count_ == options_.limit || evaluated_bytes_ >= limits::kPageBytesMax;
  if (full_) last_item_ = item;

  // What the reader sees of it.
  ResponseItem shown = partial && !options_.fetch_from_table
                           ? ResponseItem(ProjectEntry(*options_.table, *options_.index, item->attributes()))
                           : ResponseItem(item);
  if (options_.filter != nullptr && !options_.filter->Evaluate(shown)) return;
  ++count_;
  if (options_.count_only) return;
  if (options_.projection != nullptr) shown = options_.projection->Apply(shown);
  items_.push_back(std::move(shown));
}

}  // namespace holdfast
