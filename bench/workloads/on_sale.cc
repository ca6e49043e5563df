#include "bench/workloads/on_sale.h"

namespace holdfast::bench {

int64_t OnSale::CurrentNumber(size_t kind, TimePoint now) {
  const std::lock_guard<std::mutex> lock(mutex_);
  Kind& wanted = kinds_[kind];
  if (!wanted.wanted_since.has_value()) wanted.wanted_since = now;
  return wanted.current;
}

std::optional<Nanoseconds> OnSale::MarkSold(size_t kind, int64_t number, TimePoint now) {
  const std::lock_guard<std::mutex> lock(mutex_);
  Kind& gone = kinds_[kind];
  if (gone.current != number) return std::nullopt;
  const Nanoseconds wanted_for = now - gone.wanted_since.value_or(now);
  gone.current = number + 1;
  gone.wanted_since.reset();
  return wanted_for;
}

}  // namespace holdfast::bench
