// Decides whether an item has expired: whether the value of its table's TTL attribute lies in a span of time that ends
// now.
//
//          never (over 5 years ago)              expired             not yet
//   ───────────────────────────────────┤───────────────────────┤──────────────────→ epoch seconds
//                                  oldest                     now
//
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/howitworks-ttl.html
#pragma once

#include <optional>
#include <string_view>

#include "absl/time/time.h"
#include "engine/values/number.h"
#include "engine/values/value_view.h"

namespace holdfast {

// Immutable. Numbers are compared by their key bytes, so a comparison is exact over all 38 digits.
class ExpiryWindow {
 public:
  // `now` is rounded down to a second: an item whose value is the current second has not expired yet.
  explicit ExpiryWindow(absl::Time now);

  const Number& oldest() const { return oldest_; }
  const Number& now() const { return now_; }

  // Whether `item` has a top-level Number of that name in [oldest, now).
  bool HasExpired(AttributeMapView item, std::string_view attribute_name) const {
    const std::optional<ValueView> value = item.Find(attribute_name);
    if (!value.has_value() || value->type() != ValueType::kNumber) return false;
    return value->bytes() < now_.bytes() && value->bytes() >= oldest_.bytes();
  }

 private:
  const Number oldest_;
  const Number now_;
};

}  // namespace holdfast
