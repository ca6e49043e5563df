// The changes of UpdateTable: its response shows the table during the change, and DescribeTable the table after it.
#include "engine/operations/tables/update_table.h"

#include <gtest/gtest.h>

#include "tests/engine/operations/tables/table_updates.h"

namespace holdfast::testing {
namespace {

TEST(UpdateTable, ThroughputIsOldInTheResponseAndNewInTheDescription) {
  ItemTable database(ProvisionedTable(kItems));
  const absl::Time now = database.clock->Now();
  TableDescription response = ApplyUpdate(database.state, SetUnits(10, 3));
  EXPECT_EQ(response.table_status, TableStatus::kUpdating);
  EXPECT_EQ(response.provisioned_throughput, (ThroughputUnits{5, 5}));
  EXPECT_EQ(response.throughput_history.last_increase, now);
  EXPECT_EQ(response.throughput_history.last_decrease, now);
  EXPECT_EQ(response.throughput_history.decreases, 0);

  TableDescription table = Described(database.state);
  EXPECT_EQ(table.table_status, TableStatus::kActive);
  EXPECT_EQ(table.provisioned_throughput, (ThroughputUnits{10, 3}));
  EXPECT_EQ(table.throughput_history.decreases, 1);
  // Warm throughput keeps the greatest read and write units that were ever provisioned.
  EXPECT_EQ(table.warm_throughput->units, (ThroughputUnits{10, 5}));
  EXPECT_FALSE(table.billing_mode_summary.has_value());

  EXPECT_EQ(ApplyUpdate(database.state, SetUnits(11, 4)).throughput_history.decreases, 1);
  EXPECT_EQ(ApplyUpdate(database.state, SetUnits(1, 1)).throughput_history.decreases, 1);
  EXPECT_EQ(Described(database.state).throughput_history.decreases, 2);
  database.clock->Advance(absl::Hours(24));
  EXPECT_EQ(Described(database.state).throughput_history.decreases, 0);
}

// EngineOptions::realistic_timing, which limits decreases, is off.
TEST(UpdateTable, AnyNumberOfDecreasesIsAllowedADay) {
  ItemTable database(ProvisionedTable(kItems));
  ApplyUpdate(database.state, SetUnits(20, 20));
  for (int64_t units = 19; units > 9; --units) ApplyUpdate(database.state, SetUnits(units, units));
  EXPECT_EQ(Described(database.state).throughput_history.decreases, 10);
}

TEST(UpdateTable, AnIndexIsUpdatingWhileItsTableStaysActive) {
  ItemTable database(ProvisionedIndexedTable());
  TableDescription response = ApplyUpdate(database.state, SetIndexUnits("global", 8, 5));
  EXPECT_EQ(response.table_status, TableStatus::kActive);
  EXPECT_EQ(response.global_indexes[0].status, TableStatus::kUpdating);
  EXPECT_EQ(response.global_indexes[0].provisioned_throughput, (ThroughputUnits{5, 5}));
  EXPECT_TRUE(response.global_indexes[0].throughput_history.last_increase.has_value());
  const TableDescription table = Described(database.state);
  EXPECT_EQ(table.global_indexes[0].status, TableStatus::kActive);
  EXPECT_EQ(table.global_indexes[0].provisioned_throughput, (ThroughputUnits{8, 5}));
  EXPECT_EQ(table.global_indexes[0].warm_throughput->units, (ThroughputUnits{8, 5}));
}

TEST(UpdateTable, ChangesToOnDemandAndBack) {
  ItemTable database(ProvisionedIndexedTable());
  TableUpdate to_on_demand = SetBillingMode(BillingMode::kPayPerRequest);
  to_on_demand.on_demand_throughput = {100, 200};
  TableDescription response = ApplyUpdate(database.state, to_on_demand);
  EXPECT_EQ(response.table_status, TableStatus::kUpdating);
  EXPECT_EQ(response.billing_mode_summary->billing_mode, BillingMode::kPayPerRequest);
  EXPECT_FALSE(response.billing_mode_summary->last_update_to_pay_per_request.has_value());
  EXPECT_EQ(response.provisioned_throughput, (ThroughputUnits{5, 5}));

  const absl::Time switched = database.clock->Now();
  TableDescription table = Described(database.state);
  EXPECT_EQ(table.billing_mode_summary->last_update_to_pay_per_request, switched);
  EXPECT_EQ(table.provisioned_throughput, ThroughputUnits());
  EXPECT_EQ(table.global_indexes[0].provisioned_throughput, ThroughputUnits());
  EXPECT_EQ(table.warm_throughput->units, (ThroughputUnits{12'000, 4'000}));
  EXPECT_EQ(table.global_indexes[0].warm_throughput->units, (ThroughputUnits{12'000, 4'000}));
  EXPECT_EQ(table.on_demand_throughput.max_write_request_units, 200);

  database.clock->Advance(absl::Minutes(1));
  response = ApplyUpdate(database.state, SetBillingMode(BillingMode::kPayPerRequest));
  EXPECT_EQ(response.table_status, TableStatus::kUpdating);
  EXPECT_EQ(Described(database.state).billing_mode_summary->last_update_to_pay_per_request, switched);

  TableUpdate back = SetIndexUnits("global", 2, 2, SetUnits(3, 3));
  back.billing_mode = BillingMode::kProvisioned;
  response = ApplyUpdate(database.state, back);
  EXPECT_EQ(response.global_indexes[0].status, TableStatus::kUpdating);
  table = Described(database.state);
  EXPECT_EQ(table.billing_mode_summary->billing_mode, BillingMode::kProvisioned);
  EXPECT_EQ(table.billing_mode_summary->last_update_to_pay_per_request, switched);
  EXPECT_EQ(table.provisioned_throughput, (ThroughputUnits{3, 3}));
  EXPECT_EQ(table.global_indexes[0].provisioned_throughput, (ThroughputUnits{2, 2}));
  EXPECT_EQ(table.global_indexes[0].status, TableStatus::kActive);
  EXPECT_FALSE(table.on_demand_throughput.max_write_request_units.has_value());
}

TEST(UpdateTable, OnDemandLimitsAreMergedAndMinusOneRemovesOne) {
  ItemTable database;
  TableUpdate update = ItemsTableUpdate();
  update.on_demand_throughput = {100, std::nullopt};
  EXPECT_EQ(ApplyUpdate(database.state, update).table_status, TableStatus::kActive);
  update.on_demand_throughput = {-1, 300};
  const TableDescription response = ApplyUpdate(database.state, update);
  EXPECT_EQ(response.on_demand_throughput.max_read_request_units, -1);
  EXPECT_EQ(response.on_demand_throughput.max_write_request_units, 300);
  const TableDescription table = Described(database.state);
  EXPECT_FALSE(table.on_demand_throughput.max_read_request_units.has_value());
  EXPECT_EQ(table.on_demand_throughput.max_write_request_units, 300);
}

TEST(UpdateTable, WarmThroughputOnlyRises) {
  ItemTable database;
  TableUpdate update = ItemsTableUpdate();
  update.warm_throughput = {20'000, std::nullopt};
  const TableDescription response = ApplyUpdate(database.state, update);
  EXPECT_EQ(response.table_status, TableStatus::kActive);
  EXPECT_EQ(response.warm_throughput->status, TableStatus::kUpdating);
  EXPECT_EQ(response.warm_throughput->units, (ThroughputUnits{12'000, 4'000}));
  const TableDescription table = Described(database.state);
  EXPECT_EQ(table.warm_throughput->status, TableStatus::kActive);
  EXPECT_EQ(table.warm_throughput->units, (ThroughputUnits{20'000, 4'000}));
}

TEST(UpdateTable, EnablesAndDisablesAStream) {
  ItemTable database;
  TableDescription response = ApplyUpdate(database.state, SetStream(true, StreamViewType::kNewImage));
  EXPECT_EQ(response.table_status, TableStatus::kUpdating);
  ASSERT_TRUE(response.stream.has_value());
  EXPECT_EQ(response.stream->view_type, StreamViewType::kNewImage);
  const std::string first_arn = response.stream->arn;
  EXPECT_EQ(Described(database.state).table_status, TableStatus::kActive);
  EXPECT_NE(database.state.tables.Find(kItems)->structure().stream, nullptr);

  response = ApplyUpdate(database.state, SetStream(false));
  EXPECT_FALSE(response.stream->view_type.has_value());
  EXPECT_EQ(response.stream->arn, first_arn);
  EXPECT_EQ(database.state.tables.Find(kItems)->structure().stream, nullptr);

  response = ApplyUpdate(database.state, SetStream(true, StreamViewType::kKeysOnly));
  EXPECT_NE(response.stream->arn, first_arn);
}

TEST(UpdateTable, ChangesEncryptionClassAndProtection) {
  ItemTable database;
  TableUpdate update = ItemsTableUpdate();
  update.sse_specification = {true, SseType::kKms, "mine"};
  TableDescription response = ApplyUpdate(database.state, update);
  EXPECT_EQ(response.table_status, TableStatus::kActive);
  EXPECT_TRUE(response.encryption_is_updating);
  TableDescription table = Described(database.state);
  EXPECT_FALSE(table.encryption_is_updating);
  EXPECT_EQ(table.kms_master_key_arn, "arn:aws:kms:us-east-1:000000000000:key/mine");
  update.sse_specification = {false, {}, std::nullopt};
  ApplyUpdate(database.state, update);
  EXPECT_FALSE(Described(database.state).kms_master_key_arn.has_value());

  update = ItemsTableUpdate();
  update.table_class = TableClass::kStandard;
  EXPECT_EQ(ApplyUpdate(database.state, update).table_status, TableStatus::kActive);
  EXPECT_FALSE(Described(database.state).table_class.has_value());
  update.table_class = TableClass::kStandardInfrequentAccess;
  EXPECT_EQ(ApplyUpdate(database.state, update).table_status, TableStatus::kUpdating);
  table = Described(database.state);
  EXPECT_EQ(table.table_class, TableClass::kStandardInfrequentAccess);
  EXPECT_EQ(table.last_update_of_table_class, database.clock->Now());

  update = ItemsTableUpdate();
  update.deletion_protection_enabled = true;
  response = ApplyUpdate(database.state, update);
  EXPECT_EQ(response.table_status, TableStatus::kActive);
  EXPECT_TRUE(response.deletion_protection_enabled);
  ApplyUpdate(database.state, update);
  EXPECT_EQ(Outcome(DeleteTable(database.state, {kItems})),
            "Resource cannot be deleted as it is currently protected against deletion. Disable deletion protection "
            "first.");
  update.deletion_protection_enabled = false;
  ApplyUpdate(database.state, update);
  EXPECT_EQ(Outcome(DeleteTable(database.state, {kItems})), "ok");
}

}  // namespace
}  // namespace holdfast::testing
