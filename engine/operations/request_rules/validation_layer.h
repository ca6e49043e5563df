// Which of AWS's two validation layers each operation uses: the one place to change when AWS moves another operation.
//
// During 2026 AWS rolled out a new layer (Wording::kCurrent), for some operations only. It words some problems
// differently; in PutItem, UpdateItem and DeleteItem it also adds the prefix `1 validation error detected: ` to some
// messages. The constants below are those of us-east-1 in October 2026. For some requests, these three operations and
// Query still check constraints as the older layer does: NeedsOlderLayer in
// engine/operations/items/single_item_write.h.
#pragma once

#include "engine/base/error.h"
#include "engine/base/result.h"
#include "engine/expressions/placeholders.h"
#include "engine/values/value_problem.h"

namespace holdfast {

struct ValidationLayer {
  Wording wording;
  // Whether errors about values and expressions begin with `1 validation error detected: `.
  bool adds_prefix;
};

namespace validation_layers {

inline constexpr ValidationLayer kPutItem = {Wording::kCurrent, true};
inline constexpr ValidationLayer kUpdateItem = {Wording::kCurrent, true};
inline constexpr ValidationLayer kDeleteItem = {Wording::kCurrent, true};
inline constexpr ValidationLayer kGetItem = {Wording::kCurrent, false};
inline constexpr ValidationLayer kBatchGetItem = {Wording::kCurrent, false};
inline constexpr ValidationLayer kQuery = {Wording::kCurrent, false};
inline constexpr ValidationLayer kScan = {Wording::kOlder, false};
inline constexpr ValidationLayer kBatchWriteItem = {Wording::kOlder, false};
inline constexpr ValidationLayer kTransactWriteItems = {Wording::kOlder, false};
inline constexpr ValidationLayer kTransactGetItems = {Wording::kOlder, false};
// ExecuteStatement, BatchExecuteStatement and ExecuteTransaction.
inline constexpr ValidationLayer kStatements = {Wording::kOlder, false};

}  // namespace validation_layers

// Adds the prefix `1 validation error detected: ` to the text of an error about an expression, its placeholders or
// legacy parameters, if the layer adds it.
Error WithLayerPrefix(ValidationLayer layer, Error error);
inline Status WithLayerPrefix(ValidationLayer layer, Status status) {
  if (status.ok()) return status;
  return WithLayerPrefix(layer, std::move(status).error());
}
template <typename T>
Result<T> WithLayerPrefix(ValidationLayer layer, Result<T> result) {
  if (result.ok()) return result;
  return WithLayerPrefix(layer, std::move(result).error());
}

// The error for the problem of a value. The errors for some problems never have the prefix.
Error ValueError(ValidationLayer layer, const ValueProblem& problem);
// Success if `problem` is null.
Status CheckValue(ValidationLayer layer, const ValueProblem* problem);

// Checks ExpressionAttributeNames and ExpressionAttributeValues themselves.
Status CheckPlaceholders(ValidationLayer layer, const Placeholders& placeholders);

}  // namespace holdfast
