// Short functions that build actions of transactions on the table `Items` (item_table.h).
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "engine/operations/transactions/transact_get_items.h"
#include "engine/operations/transactions/transact_write_items.h"
#include "tests/engine/operations/item_table.h"

namespace holdfast::testing {

inline TransactWriteItem TransactPut(AttributeMap item) {
  TransactWriteItem action;
  action.put.emplace().table_name = kItems;
  action.put->item = std::move(item);
  return action;
}
inline TransactWriteItem TransactUpdate(AttributeMap key, std::string expression, ExpressionFields fields = {}) {
  TransactWriteItem action;
  action.update.emplace().table_name = kItems;
  action.update->key = std::move(key);
  action.update->update_expression = std::move(expression);
  action.update->expression_fields = std::move(fields);
  return action;
}
inline TransactWriteItem TransactDelete(AttributeMap key) {
  TransactWriteItem action;
  action.delete_item.emplace().table_name = kItems;
  action.delete_item->key = std::move(key);
  return action;
}
inline TransactWriteItem TransactCheck(AttributeMap key, std::string condition, ExpressionFields fields = {}) {
  TransactWriteItem action;
  action.condition_check.emplace().table_name = kItems;
  action.condition_check->key = std::move(key);
  action.condition_check->condition_expression = std::move(condition);
  action.condition_check->expression_fields = std::move(fields);
  return action;
}
// The members that all kinds of action have.
inline TransactWriteItem::Action& CommonMembers(TransactWriteItem& action) {
  if (action.put.has_value()) return *action.put;
  if (action.update.has_value()) return *action.update;
  if (action.delete_item.has_value()) return *action.delete_item;
  return *action.condition_check;
}
inline TransactWriteItem OnTable(TransactWriteItem action, std::string table_name) {
  CommonMembers(action).table_name = std::move(table_name);
  return action;
}
inline TransactWriteItem OnCondition(TransactWriteItem action, std::string condition) {
  CommonMembers(action).condition_expression = std::move(condition);
  return action;
}
inline TransactWriteItem ReturningOld(TransactWriteItem action) {
  CommonMembers(action).return_values_on_condition_check_failure = ReturnValuesOnConditionCheckFailure::kAllOld;
  return action;
}

inline TransactWriteItemsRequest Transaction(std::vector<TransactWriteItem> actions) {
  TransactWriteItemsRequest request;
  request.transact_items = std::move(actions);
  return request;
}

inline TransactGetItem TransactGet(AttributeMap key, std::string table_name = kItems) {
  TransactGetItem action;
  action.get.emplace().table_name = std::move(table_name);
  action.get->key = std::move(key);
  return action;
}
inline TransactGetItemsRequest ReadTransaction(std::vector<TransactGetItem> actions) {
  TransactGetItemsRequest request;
  request.transact_items = std::move(actions);
  return request;
}

}  // namespace holdfast::testing
