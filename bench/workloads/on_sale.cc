#include "bench/workloads/on_sale.h"

namespace holdfast::bench {

int64_t OnSale::CurrentNumber(size_t kind, TimePoint now) {
  const std::lock_guard<std::mutex> lock(mutex_);
  Kind& entry = kinds_[kind];
  if (!entry.wanted_since.has_value()) entry.wanted_since = now;
  return entry.current;
}

std::optional<Nanoseconds> OnSale::MarkSold(size_t kind, int64_t number, TimePoint now) {
  const std::lock_guard<std::mutex> lock(mutex_);
  Kind& entry = kinds_[kind];
  if (entry.current != number) return std::nullopt;
  const Nanoseconds wanted_for = now - entry.wanted_since.value_or(now);
  entry.current = number + 1;
  entry.wanted_since.reset();
  return wanted_for;
}

}  // namespace holdfast::bench
