#include "conformance/systems/inventory/low_stock_alert.h"

namespace holdfast::conformance::inventory {
namespace {

bool IsLow(const Item& stock) { return AvailableOf(stock) < NumberOf(stock, "reorderPoint"); }

}  // namespace

int64_t AvailableOf(const Item& stock) { return NumberOf(stock, "quantity") - NumberOf(stock, "reservedQty"); }

bool IsAbout(const StreamRecord& record, const Stock& stock) { return record.keys == StockKey(stock); }

bool RaisesAlert(const StreamRecord& record, bool compares_with_before) {
  if (record.event_name != "MODIFY" || !Has(record.new_image, "reorderPoint")) return false;
  return IsLow(record.new_image) && (!compares_with_before || !IsLow(record.old_image));
}

}  // namespace holdfast::conformance::inventory
