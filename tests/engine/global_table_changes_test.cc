// Changes of global tables: replicas that are added and deleted, settings that are replicated, and refused requests.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "engine/base/stored_bytes.h"
#include "engine/engine.h"
#include "engine/operations.h"
#include "tests/engine/global_tables.h"

namespace holdfast::testing {
namespace {

// ---- Refusals.

TEST_F(GlobalTablesTest, RefusesInvalidReplicaUpdates) {
  AddReplica();
  TableDefinition provisioned = ProvisionedTable();
  ASSERT_EQ(Outcome(us_.CreateTable(provisioned)), "ok");
  TableDefinition encrypted = PlainTable("Encrypted");
  encrypted.sse_specification = SseSpecification{true, SseType::kKms, "key"};
  ASSERT_EQ(Outcome(us_.CreateTable(encrypted)), "ok");
  ASSERT_EQ(Outcome(engine_.database(kAccount, "sa-east-1").CreateTable(SlotsTable())), "ok");
  const auto of_table = [](std::string table, TableUpdate update) {
    update.table_name = std::move(table);
    return update;
  };
  const auto both = [](TableUpdate update, const TableUpdate& other) {
    update.other_regions.replica_updates->push_back(other.other_regions.replica_updates->front());
    return update;
  };
  const auto with_entry = [](auto change) {
    TableUpdate update = CreateReplicaIn("sa-east-1");
    change(update.other_regions.replica_updates->front());
    return update;
  };
  const std::string exists =
      "Failed to create a the new replica of table with name: ‘Slots’ because one or more replicas already existed as "
      "tables.";
  const std::string no_member =
      "Update global table operation failed because one or more replicas were not part of the global table. Please "
      "retry the request without these replicas: [sa-east-1].";
  const std::string local =
      "Cannot add or delete the local region through ReplicaUpdates. Use CreateTable, DeleteTable, or UpdateTable as "
      "required.";
  const std::string invalid = "One or more parameter values were invalid: ";
  const std::string no_action = "There are no actions specified in the Replica Update Action of the request.";
  const std::string kinds = "Update table operation with more than one type of replica actions not allowed.";

  EXPECT_EQ(Update(us_, CreateReplicaIn("eu-west-1")), exists) << "the Region has a replica already";
  EXPECT_EQ(Update(us_, CreateReplicaIn("sa-east-1")), exists) << "the Region has another table of that name";
  EXPECT_EQ(Update(us_, DeleteReplicaIn("sa-east-1")), no_member);
  EXPECT_EQ(Update(us_, CreateReplicaIn("us-east-1")), local);
  EXPECT_EQ(Update(eu_, DeleteReplicaIn("eu-west-1")), local);
  EXPECT_THAT(Update(us_, CreateReplicaIn("EU-WEST-1")),
              ::testing::StartsWith("Region EU-WEST-1 is not supported. The latest version of global tables are only "
                                    "supported in the following regions: [ap-south-2, "));
  EXPECT_EQ(Update(us_, both(CreateReplicaIn("sa-east-1"), CreateReplicaIn("ap-south-1"))),
            "Update table operation with more than one create or delete replica actions not allowed.");
  EXPECT_EQ(Update(us_, both(CreateReplicaIn("sa-east-1"), DeleteReplicaIn("eu-west-1"))), kinds);
  EXPECT_EQ(Update(us_, with_entry([](auto& entry) { entry.remove = entry.create; })), kinds);
  EXPECT_EQ(Update(us_, with_entry([](auto& entry) { entry = {}; })), no_action);
  EXPECT_EQ(Update(us_, with_entry([](auto& entry) { entry.update = std::exchange(entry.create, std::nullopt); })),
            no_action);
  EXPECT_EQ(Update(us_, with_entry([](auto& entry) { entry.create->region_name.reset(); })),
            "1 validation error detected: Value null at 'replicaUpdates.1.member.create.regionName' failed to satisfy "
            "constraint: Member must not be null");
  EXPECT_EQ(Update(us_, with_entry([](auto& entry) { entry.create->override_member = "TableClassOverride"; })),
            invalid + "TableClassOverride of a replica is not supported by Holdfast");
  EXPECT_EQ(Update(us_, with_entry([](auto& entry) { entry.create->kms_master_key_id = "key"; })),
            invalid + "KMSMasterKeyId of a replica is not supported by Holdfast");
  EXPECT_EQ(Update(us_, of_table("Nothing", CreateReplicaIn("ap-south-1"))),
            "ResourceNotFound: Requested resource not found: Table: Nothing not found");
  EXPECT_EQ(Update(us_, of_table("Provisioned", CreateReplicaIn("ap-south-1"))),
            "Table write capacity should either be Pay-Per-Request or AutoScaled.");
  EXPECT_EQ(Update(us_, of_table("Encrypted", CreateReplicaIn("ap-south-1"))),
            invalid + "KMSMasterKeyId must be specified for each replica.");
  TableUpdate strong = CreateReplicaIn("ap-south-1");
  strong.other_regions.multi_region_consistency = "STRONG";
  EXPECT_EQ(Update(us_, strong), invalid + "MultiRegionConsistency is not supported by Holdfast");

  EXPECT_EQ(Update(*engine_.FindOrEmpty(kAccount, "ap-south-1"), CreateReplicaIn("eu-west-1")),
            "ResourceNotFound: Requested resource not found: Table: Slots not found");

  EXPECT_EQ(engine_.Find(kAccount, "ap-south-1"), nullptr) << "a refused request makes no database";
  // A request may contain the same creation twice.
  TableUpdate twice = both(CreateReplicaIn("ap-south-1"), CreateReplicaIn("ap-south-1"));
  twice.other_regions.multi_region_consistency = "EVENTUAL";
  EXPECT_EQ(Update(us_, twice), "ok");
}

TEST_F(GlobalTablesTest, ADatabaseWithoutOtherRegionsHasNoReplicas) {
  const std::string refused =
      "One or more parameter values were invalid: ReplicaUpdates is not supported by a database that has no other "
      "Regions";
  EXPECT_EQ(Update(*us_.Fork(), CreateReplicaIn("eu-west-1")), refused);
  EngineOptions options;
  options.one_region = true;
  Engine one(options, clock_, 1);
  Database& database = one.database(kAccount, "us-east-1");
  ASSERT_EQ(Outcome(database.CreateTable(SlotsTable())), "ok");
  EXPECT_EQ(Update(database, CreateReplicaIn("eu-west-1")), refused);
  std::shared_ptr<Database> remaining;
  {
    Engine gone({}, clock_, 1);
    remaining = gone.FindOrCreate(kAccount, "us-east-1");
    ASSERT_EQ(Outcome(remaining->CreateTable(SlotsTable())), "ok");
    ASSERT_EQ(Update(*remaining, CreateReplicaIn("ap-south-1")), "ok");
  }
  EXPECT_EQ(Describe(*remaining), "ACTIVE") << "the engine's other databases are gone";
  EXPECT_EQ(Update(*remaining, CreateReplicaIn("eu-west-1")), refused);
  EXPECT_EQ(Put(*remaining, "room1", "alice"), "ok");
}

// ---- Settings.

TEST_F(GlobalTablesTest, TimeToLiveIndexesAndTableClassAreReplicated) {
  AddReplica();
  ASSERT_EQ(Outcome(eu_.UpdateTimeToLive({kSlots, TimeToLiveSpecification{true, "expires"}})), "ok");
  EXPECT_FALSE(us_.DescribeTimeToLive({kSlots})->attribute_name.has_value());
  EXPECT_EQ(Outcome(us_.UpdateTimeToLive({kSlots, TimeToLiveSpecification{true, "other"}})),
            "ResourceInUse: The resource which you are attempting to change is in use.")
      << "us-east-1 has not repeated the change of eu-west-1 yet";
  Deliver();
  EXPECT_EQ(us_.DescribeTimeToLive({kSlots})->attribute_name, "expires");

  TableUpdate create;
  create.table_name = kSlots;
  create.attribute_definitions = {Define("city")};
  create.global_secondary_index_updates.emplace().emplace_back().create = GlobalIndexOf("by_city", {Hash("city")});
  ASSERT_EQ(Update(us_, create), "ok");
  EXPECT_EQ(eu_.DescribeTable({kSlots})->table.global_indexes.size(), 1u);
  Deliver();
  const TableDescription replica = eu_.DescribeTable({kSlots})->table;
  ASSERT_EQ(replica.global_indexes.size(), 2u);
  EXPECT_EQ(replica.global_indexes[1].schema.name, "by_city");
  EXPECT_EQ(replica.global_indexes[1].status, TableStatus::kActive);

  TableUpdate remove;
  remove.table_name = kSlots;
  remove.global_secondary_index_updates.emplace().emplace_back().remove.emplace().index_name = "by_city";
  ASSERT_EQ(Update(eu_, remove), "ok");
  Deliver();
  EXPECT_EQ(us_.DescribeTable({kSlots})->table.global_indexes.size(), 1u);

  TableUpdate table_class;
  table_class.table_name = us_.DescribeTable({kSlots})->table.table_arn;
  table_class.table_class = TableClass::kStandardInfrequentAccess;
  ASSERT_EQ(Update(us_, table_class), "ok");
  Deliver();
  EXPECT_EQ(eu_.DescribeTable({kSlots})->table.table_class, TableClass::kStandardInfrequentAccess);
}

TEST_F(GlobalTablesTest, DeletionProtectionIsNotReplicated) {
  AddReplica();
  TableUpdate protect;
  protect.table_name = kSlots;
  protect.deletion_protection_enabled = true;
  ASSERT_EQ(Update(us_, protect), "ok");
  Deliver();
  EXPECT_FALSE(eu_.DescribeTable({kSlots})->table.deletion_protection_enabled);
}

TEST_F(GlobalTablesTest, SomeSettingsCannotBeChangedWhileThereAreReplicas) {
  AddReplica();
  const std::string invalid = "One or more parameter values were invalid: ";
  TableUpdate stream;
  stream.table_name = kSlots;
  stream.stream_specification = StreamSpecification{false, {}};
  EXPECT_EQ(Update(eu_, stream), invalid + "Disabling Stream is not allowed for a Global Table replica.");
  TableUpdate provision;
  provision.table_name = kSlots;
  provision.billing_mode = BillingMode::kProvisioned;
  provision.provisioned_throughput = {5, 5};
  EXPECT_EQ(Update(us_, provision), "Table write capacity should either be Pay-Per-Request or AutoScaled.");
  TableUpdate encrypt;
  encrypt.table_name = kSlots;
  encrypt.sse_specification = SseSpecification{true, SseType::kKms, "key"};
  EXPECT_EQ(Update(us_, encrypt), invalid + "SSESpecification of a table with replicas is not supported by Holdfast");
  EXPECT_EQ(Outcome(us_.DescribeTableReplicaAutoScaling({kSlots})),
            invalid + "Auto scaling of a table with replicas is not supported by Holdfast");

  ASSERT_EQ(Update(us_, DeleteReplicaIn("eu-west-1")), "ok");
  EXPECT_EQ(Update(us_, stream), "ok");
  EXPECT_EQ(Outcome(us_.DescribeTableReplicaAutoScaling({kSlots})),
            "ResourceNotFound: Global table with name: 'Slots' does not exist.");
}

// ---- Deletion.

TEST_F(GlobalTablesTest, DeletingAReplicaDeletesItsTable) {
  AddReplica();
  AddReplica("ap-south-1");
  ASSERT_EQ(Put(us_, "room1", "alice"), "ok");
  ASSERT_EQ(Put(eu_, "room2", "bob"), "ok");
  const Result<UpdateTableResponse> response = us_.UpdateTable(DeleteReplicaIn("eu-west-1"));
  ASSERT_EQ(Outcome(response), "ok");
  EXPECT_EQ(Describe(response->table_description), "UPDATING: ap-south-1 ACTIVE, eu-west-1 DELETING");
  EXPECT_EQ(Describe(eu_), "ResourceNotFound: Requested resource not found: Table: Slots not found");
  EXPECT_EQ(Describe(us_), "ACTIVE: ap-south-1 ACTIVE");
  Deliver();
  Database& ap = engine_.database(kAccount, "ap-south-1");
  EXPECT_EQ(Slots(ap), (SlotMap{{"room1", "alice"}, {"room2", "bob"}}))
      << "including the writes of the deleted replica";
  EXPECT_EQ(Slots(us_), Slots(ap));

  ASSERT_EQ(Update(us_, DeleteReplicaIn("ap-south-1")), "ok");
  const TableDescription alone = us_.DescribeTable({kSlots})->table;
  EXPECT_EQ(Describe(alone), "ACTIVE");
  EXPECT_TRUE(alone.stream->view_type.has_value()) << "the stream stays";
  ASSERT_EQ(Put(us_, "room3", "carol"), "ok");
  AddReplica();
  EXPECT_EQ(Slots(eu_), Slots(us_)) << "a Region can be added again";
}

TEST_F(GlobalTablesTest, DeleteTableDeletesOneReplica) {
  AddReplica();
  const std::string is_source =
      "Replica cannot be deleted because it has acted as a source region for new replica(s) being added to the table "
      "in the last 24 hours.";
  EXPECT_EQ(Outcome(us_.DeleteTable({kSlots})), is_source);
  EXPECT_EQ(Update(eu_, DeleteReplicaIn("us-east-1")), is_source);
  TableUpdate protect;
  protect.table_name = kSlots;
  protect.deletion_protection_enabled = true;
  ASSERT_EQ(Update(eu_, protect), "ok");
  const std::string is_protected =
      "Cannot delete table Slots in region eu-west-1 because it has deletion protection enabled. Disable deletion "
      "protection first.";
  EXPECT_EQ(Update(us_, DeleteReplicaIn("eu-west-1")), is_protected);
  EXPECT_EQ(Outcome(eu_.DeleteTable({kSlots})), is_protected);
  EXPECT_EQ(Describe(us_), "ACTIVE: eu-west-1 ACTIVE") << "a refused deletion changes nothing";
  protect.deletion_protection_enabled = false;
  ASSERT_EQ(Update(eu_, protect), "ok");

  const Result<DeleteTableResponse> response = eu_.DeleteTable({kSlots});
  ASSERT_EQ(Outcome(response), "ok");
  EXPECT_EQ(Describe(response->table_description), "DELETING: us-east-1 ACTIVE");
  EXPECT_EQ(Describe(us_), "ACTIVE");
  EXPECT_EQ(Put(us_, "room1", "alice"), "ok");
  EXPECT_EQ(Outcome(us_.DeleteTable({kSlots})), "ok") << "it is not the source of an existing replica any more";

  ASSERT_EQ(Outcome(us_.CreateTable(SlotsTable())), "ok");
  AddReplica();
  clock_->Advance(absl::Hours(25));
  EXPECT_EQ(Outcome(us_.DeleteTable({kSlots})), "ok") << "a day after it was the source of a replica";
  EXPECT_EQ(Describe(eu_), "ACTIVE");
  EXPECT_EQ(Put(eu_, "room1", "alice"), "ok");
}

// ---- Time.

EngineOptions RealisticTiming() {
  EngineOptions options;
  options.realistic_timing = true;
  return options;
}

class RealisticGlobalTablesTest : public GlobalTablesTest {
 protected:
  RealisticGlobalTablesTest() : GlobalTablesTest(RealisticTiming()) {
    clock_->Advance(absl::Minutes(1));
    EXPECT_EQ(Describe(us_), "ACTIVE");
  }
};

TEST(GlobalTablesWithALimitOfDatabases, AReplicaMakesNoDatabaseBeyondTheLimit) {
  EngineOptions options;
  options.databases_max = 2;
  Engine engine(options, std::make_shared<VirtualClock>(absl::FromUnixSeconds(1'791'540'000)), 1);
  Database& us = engine.database(kAccount, "us-east-1");
  ASSERT_EQ(Outcome(us.CreateTable(SlotsTable())), "ok");
  ASSERT_EQ(Outcome(us.UpdateTable(CreateReplicaIn("eu-west-1"))), "ok");
  EXPECT_THAT(Outcome(us.UpdateTable(CreateReplicaIn("ap-south-1"))),
              ::testing::StartsWith("LimitExceeded: A replica in another Region needs a database of its own"));
  EXPECT_EQ(engine.database_count(), 2u);
  EXPECT_EQ(Describe(us), "ACTIVE: eu-west-1 ACTIVE");
}

// The stream of a deleted replica stays for 24 hours.
TEST(GlobalTablesWithALimitOfMemory, CreatingAndDeletingReplicasEndsAtTheLimit) {
  EngineOptions options;
  options.max_memory_bytes = StoredBytes::Total() + 1'000'000;
  Engine engine(options, std::make_shared<VirtualClock>(absl::FromUnixSeconds(1'791'540'000)), 1);
  Database& us = engine.database(kAccount, "us-east-1");
  ASSERT_EQ(Outcome(us.CreateTable(SlotsTable())), "ok");
  int created = 0;
  std::string outcome;
  for (; created < 2'000; ++created) {
    outcome = Outcome(us.UpdateTable(CreateReplicaIn("eu-west-1")));
    if (outcome != "ok") break;
    ASSERT_EQ(Outcome(us.UpdateTable(DeleteReplicaIn("eu-west-1"))), "ok");
  }
  EXPECT_THAT(outcome, ::testing::HasSubstr("memory limit"));
  EXPECT_GT(created, 10);
}

TEST_F(RealisticGlobalTablesTest, CreationAndDeletionTakeTime) {
  AddReplica();
  const std::string in_use = "ResourceInUse: The resource which you are attempting to change is in use.";
  EXPECT_EQ(Describe(us_), "UPDATING: eu-west-1 CREATING");
  EXPECT_EQ(Describe(eu_), "CREATING: us-east-1 ACTIVE");
  EXPECT_EQ(Update(us_, CreateReplicaIn("ap-south-1")), in_use);
  TableUpdate protect;
  protect.table_name = kSlots;
  protect.deletion_protection_enabled = true;
  EXPECT_EQ(Update(us_, protect), in_use);
  ASSERT_EQ(Put(us_, "room1", "alice"), "ok");
  Deliver();
  clock_->Advance(absl::Minutes(1));
  Deliver();
  EXPECT_EQ(Describe(us_), "ACTIVE: eu-west-1 ACTIVE");
  EXPECT_EQ(Slots(eu_), (SlotMap{{"room1", "alice"}}));

  ASSERT_EQ(Update(us_, DeleteReplicaIn("eu-west-1")), "ok");
  EXPECT_EQ(Describe(us_), "UPDATING: eu-west-1 DELETING");
  EXPECT_EQ(Describe(eu_), "DELETING: us-east-1 ACTIVE");
  ASSERT_EQ(Put(us_, "room1", "bob"), "ok");
  Deliver();
  clock_->Advance(absl::Minutes(1));
  EXPECT_EQ(Describe(eu_), "ResourceNotFound: Requested resource not found: Table: Slots not found");
  EXPECT_EQ(Describe(us_), "ACTIVE");
}

}  // namespace
}  // namespace holdfast::testing
