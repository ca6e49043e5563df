// The writes of a request, after all checks that need no stored data: an ordered list of actions, one for PutItem,
// UpdateItem and DeleteItem, up to a hundred for TransactWriteItems.
#pragma once

#include <cstdint>
#include <memory>

#include "absl/container/inlined_vector.h"
#include "engine/expressions/condition_expression.h"
#include "engine/expressions/update_expression.h"
#include "engine/replication/replica.h"
#include "engine/schema/key_rules.h"
#include "engine/tables/expiry_window.h"
#include "engine/tables/table.h"
#include "engine/values/item.h"

namespace holdfast {

enum class WriteKind { kPut, kUpdate, kDelete, kConditionCheck };

// Whether a write requires that there is a stored item; checked before its condition. kAny: no. kRequired: if there is
// none, the write fails like a false condition. kForbidden: if there is one, the write fails with DuplicateItem.
// kIfPresent: if there is none, the write succeeds without a change, whatever its condition.
enum class ItemPresence { kAny, kRequired, kForbidden, kIfPresent };

// Points into the request and into what was compiled from it; both must outlive the plan.
struct WriteAction {
  WriteKind kind;
  std::shared_ptr<Table> table;
  TableKey key;
  // table->items().HashOf(key.partition)
  uint64_t hash;
  // kPut: the new item.
  Ref<Item> item = nullptr;
  // kUpdate: the Key, with which a new item starts, and the update expression. A null expression creates an item that
  // has only its key, or leaves an existing item unchanged.
  const AttributeMap* key_attributes = nullptr;
  const UpdateExpression* update = nullptr;
  // UpdateItem limits the size of the resulting item and that of the update expression with its values
  // (update_charge.h); a transaction's Update limits only that of the item.
  bool limits_update_expression_size = false;
  ItemPresence presence = ItemPresence::kAny;
  // Null: unconditional.
  const ConditionExpression* condition = nullptr;
  // ReturnValues is not NONE, or the statement has RETURNING: the response has the item before or after the write, or
  // parts of it.
  bool returns_item = false;
  // ReturnValuesOnConditionCheckFailure is ALL_OLD: the error of a failed condition has the stored item.
  bool return_item_on_condition_failure = false;
  // The error has the stored item, whatever made the write fail, unless it was throttled.
  bool return_item_on_any_failure = false;
  // ReturnItemCollectionMetrics is SIZE: the effect reports the collection's size after the write.
  bool measures_collection = false;
  // kDelete: deleted by time to live and not by a request, as the stream record shows.
  bool by_time_to_live = false;
  // kDelete: deletes the item only if it has expired by its table's time to live; otherwise succeeds without a change.
  // Null: deletes regardless of expiry.
  const ExpiryWindow* expiry = nullptr;
  // kPut, kDelete: the change of another Region that this write applies. If a later change of the item is known here,
  // the write succeeds without changing anything. Null: the write was made in this Region, and is sent to the other
  // Regions.
  const ReplicatedChange* replicated = nullptr;
};

// No two actions have the same item. Up to two are stored in place: a single write, or a booking with its slot.
using WritePlan = absl::InlinedVector<WriteAction, 2>;

}  // namespace holdfast
