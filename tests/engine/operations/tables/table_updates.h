// Short functions that build and send UpdateTable requests to the table `Items` (item_table.h).
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "engine/operations/tables/delete_table.h"
#include "engine/operations/tables/describe_table.h"
#include "engine/operations/tables/update_table.h"
#include "tests/engine/operations/item_table.h"

namespace holdfast::testing {

inline TableUpdate ItemsTableUpdate() {
  TableUpdate update;
  update.table_name = kItems;
  return update;
}
inline TableUpdate SetUnits(int64_t read, int64_t write) {
  TableUpdate update = ItemsTableUpdate();
  update.provisioned_throughput = {read, write};
  return update;
}
inline TableUpdate SetBillingMode(BillingMode mode) {
  TableUpdate update = ItemsTableUpdate();
  update.billing_mode = mode;
  return update;
}
inline TableUpdate SetStream(bool enabled, EnumField<StreamViewType> view_type = {}) {
  TableUpdate update = ItemsTableUpdate();
  update.stream_specification = {enabled, view_type};
  return update;
}
inline TableUpdate WithEntry(GlobalSecondaryIndexUpdate entry, TableUpdate update = ItemsTableUpdate()) {
  if (!update.global_secondary_index_updates) update.global_secondary_index_updates.emplace();
  update.global_secondary_index_updates->push_back(std::move(entry));
  return update;
}
// Replaces the attribute definitions of `update`.
inline TableUpdate CreateIndex(GlobalSecondaryIndex index, std::vector<AttributeDefinition> definitions,
                               TableUpdate update = ItemsTableUpdate()) {
  update.attribute_definitions = std::move(definitions);
  GlobalSecondaryIndexUpdate entry;
  entry.create = std::move(index);
  return WithEntry(std::move(entry), std::move(update));
}
// Creates an index with the hash attribute `attribute` of type S.
inline TableUpdate CreateIndexOver(std::string name, const std::string& attribute,
                                   TableUpdate update = ItemsTableUpdate()) {
  return CreateIndex(GlobalIndexOf(std::move(name), {Hash(attribute)}), {Define(attribute)}, std::move(update));
}
inline TableUpdate UpdateIndex(UpdateGlobalSecondaryIndexAction action, TableUpdate update = ItemsTableUpdate()) {
  GlobalSecondaryIndexUpdate entry;
  entry.update = std::move(action);
  return WithEntry(std::move(entry), std::move(update));
}
inline TableUpdate SetIndexUnits(std::string name, int64_t read, int64_t write,
                                 TableUpdate update = ItemsTableUpdate()) {
  UpdateGlobalSecondaryIndexAction action;
  action.index_name = std::move(name);
  action.provisioned_throughput = {read, write};
  return UpdateIndex(std::move(action), std::move(update));
}
inline TableUpdate DeleteIndex(std::string name, TableUpdate update = ItemsTableUpdate()) {
  GlobalSecondaryIndexUpdate entry;
  entry.remove = {std::move(name)};
  return WithEntry(std::move(entry), std::move(update));
}

// The table description in the response. The test fails if the update is refused.
inline TableDescription ApplyUpdate(DatabaseState& database, const TableUpdate& update) {
  const Result<UpdateTableResponse> response = UpdateTable(database, update);
  EXPECT_EQ(Outcome(response), "ok");
  return response.ok() ? response->table_description : TableDescription();
}
inline TableDescription Described(DatabaseState& database) {
  const Result<DescribeTableResponse> response = DescribeTable(database, {kItems});
  EXPECT_EQ(Outcome(response), "ok");
  return response.ok() ? response->table : TableDescription();
}

// IndexedTable, but PROVISIONED with 5 read and 5 write units, as is its global index.
inline TableDefinition ProvisionedIndexedTable() {
  TableDefinition definition = IndexedTable(kItems);
  definition.billing_mode = BillingMode::kProvisioned;
  definition.provisioned_throughput = {5, 5};
  definition.global_secondary_indexes->front().provisioned_throughput = {5, 5};
  return definition;
}

}  // namespace holdfast::testing
