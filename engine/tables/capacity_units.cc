#include "engine/tables/capacity_units.h"

#include <algorithm>

#include "engine/base/limits.h"

namespace holdfast {
namespace {

double Units(size_t size_bytes, size_t unit_bytes) {
  return static_cast<double>(std::max<size_t>(1, (size_bytes + unit_bytes - 1) / unit_bytes));
}

}  // namespace

double WriteUnits(size_t size_bytes) { return Units(size_bytes, limits::kWriteUnitBytes); }

double ReadUnits(size_t size_bytes) { return Units(size_bytes, limits::kReadUnitBytes); }

}  // namespace holdfast
