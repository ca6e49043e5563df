#include "engine/operations/transactions/transaction_request.h"

#include <algorithm>
#include <string>
#include <tuple>

#include "engine/base/limits.h"
#include "engine/base/utf16_length.h"
#include "engine/errors/transaction_errors.h"

namespace holdfast {

void ConstrainToken(const std::optional<std::string>& token, errors::Constraints& constraints) {
  if (!token.has_value()) return;
  constexpr std::string_view kClientRequestToken = "clientRequestToken";
  const size_t length = Utf16Length(*token);
  constraints.LengthAtLeast(length, 1, *token, kClientRequestToken);
  constraints.LengthAtMost(length, limits::kClientRequestTokenLengthMax, *token, kClientRequestToken);
}

void ConstrainTransactItems(bool present, size_t count, errors::Constraints& constraints) {
  constraints.NotNull(present, kTransactItems);
  if (!present) return;
  constraints.LengthAtLeast(count, 1, "[]", kTransactItems);
  // In this error the service prints the list in a format of its own, which is not imitated.
  constraints.LengthAtMost(count, limits::kTransactionActionsMax, "[" + std::to_string(count) + " actions]",
                           kTransactItems);
}

Status CheckDistinctItems(std::span<ItemName> items) {
  const auto name = [](const ItemName& item) { return std::tie(item.table_number, item.key.partition, item.key.sort); };
  std::sort(items.begin(), items.end(), [&](const ItemName& a, const ItemName& b) { return name(a) < name(b); });
  const auto repeated = std::adjacent_find(items.begin(), items.end(),
                                           [&](const ItemName& a, const ItemName& b) { return name(a) == name(b); });
  if (repeated != items.end()) return errors::MultipleOperationsOnOneItem();
  return {};
}

void SortByTableName(std::vector<ConsumedCapacity>& capacity) {
  std::sort(capacity.begin(), capacity.end(),
            [](const ConsumedCapacity& a, const ConsumedCapacity& b) { return a.table_name < b.table_name; });
}

}  // namespace holdfast
