// The errors of UpdateTable.
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "tests/engine/operations/tables/table_updates.h"

namespace holdfast::testing {
namespace {

const std::string kInvalid = "One or more parameter values were invalid: ";
const std::string kOneError = "1 validation error detected: ";
const std::string kNothing =
    "At least one of ProvisionedThroughput, BillingMode, UpdateStreamEnabled, GlobalSecondaryIndexUpdates, "
    "SSESpecification, ReplicaUpdates, MultiAccountReplicaReady, ReplicaTransitRoleArn, MultiRegionConsistency, "
    "DeletionProtectionEnabled, OnDemandThroughput, WarmThroughput or TableClass is required";

struct Refusal {
  std::string name;
  TableUpdate update;
  std::string outcome;
};

// Sends each update alone to a table of `definition`, and expects the error and an unchanged table.
void ExpectRefusals(const TableDefinition& definition, const std::vector<Refusal>& refusals) {
  ItemTable database(definition);
  const std::shared_ptr<Table> table = database.state.tables.Find(kItems);
  const GlobalIndexes indexes = table->global_indexes();
  const TableSettings before = table->settings();
  for (const Refusal& refusal : refusals) {
    SCOPED_TRACE(refusal.name);
    EXPECT_EQ(Outcome(UpdateTable(database.state, refusal.update)), refusal.outcome);
    EXPECT_EQ(table->status(), TableStatus::kActive);
    EXPECT_EQ(table->global_indexes(), indexes);
    EXPECT_FALSE(table->settings().deletion_protection_enabled);
    EXPECT_EQ(table->settings().provisioned, ProvisionedUnits(definition.provisioned_throughput));
    EXPECT_EQ(table->settings().billing_mode, BillingModeOf(definition));
    EXPECT_EQ(table->settings().warm, before.warm);
    EXPECT_EQ(table->settings().kms_master_key_arn, before.kms_master_key_arn);
    EXPECT_EQ(table->settings().table_class, before.table_class);
    EXPECT_EQ(table->settings().stream.has_value(), before.stream.has_value());
  }
}

TableUpdate With(TableUpdate update, const std::function<void(TableUpdate&)>& change) {
  change(update);
  return update;
}
TableUpdate With(const std::function<void(TableUpdate&)>& change) { return With(ItemsTableUpdate(), change); }

void Protect(TableUpdate& update) { update.deletion_protection_enabled = true; }
void Encrypt(TableUpdate& update) { update.sse_specification = {true, {}, std::nullopt}; }
void SetInfrequentAccess(TableUpdate& update) { update.table_class = TableClass::kStandardInfrequentAccess; }
void SetWarmThroughput(TableUpdate& update) { update.warm_throughput = {20'000, std::nullopt}; }
void LimitReads(TableUpdate& update) { update.on_demand_throughput = {10, std::nullopt}; }

TEST(UpdateTable, RefusesBadMembersBeforeItLooksForTheTable) {
  TestDatabase database;
  const std::vector<Refusal> refusals = {
      {"no name", TableUpdate(), "The parameter 'TableName' is required but was not present in the request"},
      {"short name", With([](TableUpdate& u) { u.table_name = "ab"; }),
       kOneError + "Value 'ab' at 'tableName' failed to satisfy constraint: Member must have length greater than or "
                   "equal to 3"},
      {"no write units", SetUnits(1, 0),
       kOneError + "Value '0' at 'provisionedThroughput.writeCapacityUnits' failed to satisfy constraint: Member must "
                   "have value greater than or equal to 1"},
      {"no units at all", With([](TableUpdate& u) { u.provisioned_throughput.emplace(); }),
       "2 validation errors detected: Value null at 'provisionedThroughput.writeCapacityUnits' failed to satisfy "
       "constraint: Member must not be null; Value null at 'provisionedThroughput.readCapacityUnits' failed to satisfy "
       "constraint: Member must not be null"},
      {"billing mode", With([](TableUpdate& u) { u.billing_mode = EnumField<BillingMode>::FromText("FREE"); }),
       kOneError + "Value 'FREE' at 'billingMode' failed to satisfy constraint: Member must satisfy enum value set: "
                   "[PROVISIONED, PAY_PER_REQUEST]"},
      {"entry with short name", DeleteIndex("ab"),
       kOneError + "Value 'ab' at 'globalSecondaryIndexUpdates.1.member.delete.indexName' failed to satisfy "
                   "constraint: Member must have length greater than or equal to 3"},
      {"index without projection",
       With(CreateIndexOver("added", "c"),
            [](TableUpdate& u) { u.global_secondary_index_updates->front().create->projection.reset(); }),
       kOneError + "Value null at 'globalSecondaryIndexUpdates.1.member.create.projection' failed to satisfy "
                   "constraint: Member must not be null"},
      {"stream neither on nor off", With([](TableUpdate& u) { u.stream_specification.emplace(); }),
       kOneError + "Value null at 'streamSpecification.streamEnabled' failed to satisfy constraint: Member must not "
                   "be null"},
      {"no replicas", With([](TableUpdate& u) { u.other_regions.replica_updates.emplace(); }),
       kOneError + "Value '[]' at 'replicaUpdates' failed to satisfy constraint: Member must have length greater than "
                   "or equal to 1"},
      {"nothing", ItemsTableUpdate(), kNothing},
      {"definitions alone", With([](TableUpdate& u) { u.attribute_definitions = {Define("x")}; }), kNothing},
      {"empty list alone", With([](TableUpdate& u) { u.global_secondary_index_updates.emplace(); }), kNothing},
      {"empty limits", With([](TableUpdate& u) { u.on_demand_throughput.emplace(); }), kNothing},
      {"empty warm throughput", With([](TableUpdate& u) { u.warm_throughput.emplace(); }), kNothing},
      {"no table", SetUnits(7, 7), "ResourceNotFound: Requested resource not found: Table: Items not found"},
  };
  for (const Refusal& refusal : refusals) {
    SCOPED_TRACE(refusal.name);
    EXPECT_EQ(Outcome(UpdateTable(database.state, refusal.update)), refusal.outcome);
  }
  // If the request has MultiRegionConsistency, the message does not list that member.
  const std::string message_without_region_consistency = Outcome(
      UpdateTable(database.state, With([](TableUpdate& u) { u.other_regions.multi_region_consistency = "STRONG"; })));
  EXPECT_EQ(message_without_region_consistency.find("MultiRegionConsistency"), std::string::npos);
  EXPECT_EQ(message_without_region_consistency.find("At least one of"), 0u);
}

TEST(UpdateTable, RefusesChangesThatDoNotGoTogether) {
  const auto create = CreateIndexOver("added", "c");
  const std::string only = " must be the only operation in the request";
  ExpectRefusals(
      ProvisionedIndexedTable(),
      {
          {"empty list and more",
           With(SetUnits(7, 7), [](TableUpdate& u) { u.global_secondary_index_updates.emplace(); }),
           kInvalid + "List of GlobalSecondaryIndexUpdates is empty"},
          {"encryption first of all",
           With([](TableUpdate& u) { Encrypt(u), SetInfrequentAccess(u), Protect(u), SetWarmThroughput(u); }),
           kInvalid + "Server-Side Encryption modification" + only},
          {"then class", With([](TableUpdate& u) { SetInfrequentAccess(u), Protect(u), SetWarmThroughput(u); }),
           kInvalid + "TableClass modification" + only},
          {"then protection", With([](TableUpdate& u) { Protect(u), SetWarmThroughput(u); }),
           kInvalid + "DeletionProtection modification" + only},
          {"then warmth", With(SetUnits(7, 7), SetWarmThroughput), kInvalid + "WarmThroughput" + only},
          {"protection and throughput", With(SetUnits(7, 7), Protect),
           kInvalid + "DeletionProtection modification" + only},
          {"warmth and a new index", With(create, SetWarmThroughput),
           kInvalid + "Create global secondary index cannot be specified when updating WarmThroughput"},
          {"replicas", With(SetUnits(7, 7), [](TableUpdate& u) { u.other_regions.replica_updates.emplace(1); }),
           kInvalid + "Replica modification" + only},
          {"replicas without an action", With([](TableUpdate& u) { u.other_regions.replica_updates.emplace(1); }),
           "There are no actions specified in the Replica Update Action of the request."},
          {"limits and a stream", With(SetStream(true, StreamViewType::kNewImage), LimitReads),
           kInvalid + "OnDemandThroughput can only be combined with BillingMode in an UpdateTable request"},
          {"stream and throughput",
           With(SetUnits(7, 7),
                [](TableUpdate& u) {
                  u.stream_specification = {true, StreamViewType::kNewImage};
                }),
           kInvalid + "You cannot modify stream status while updating table IOPS"},
          {"new index and throughput", CreateIndexOver("added", "c", SetUnits(7, 7)),
           kInvalid + "You cannot create or delete index while updating table IOPS"},
          {"deleted index and throughput", DeleteIndex("global", SetUnits(7, 7)),
           kInvalid + "You cannot create or delete index while updating table IOPS"},
          {"new index and stream", CreateIndexOver("added", "c", SetStream(true, StreamViewType::kNewImage)),
           kInvalid + "You cannot create or delete index while changing stream status"},
      });
}

TEST(UpdateTable, RefusesThroughputThatDoesNotFit) {
  const std::string refer =
      " Refer to the Amazon DynamoDB Developer Guide for current limits and how to request higher limits.";
  TableUpdate on_demand = SetBillingMode(BillingMode::kPayPerRequest);
  on_demand.provisioned_throughput = {1, 1};
  ExpectRefusals(
      ProvisionedIndexedTable(),
      {
          {"unchanged", SetUnits(5, 5),
           "The provisioned throughput for the table will not change. The requested value equals the current value. "
           "Current ReadCapacityUnits provisioned for the table: 5. Requested ReadCapacityUnits: 5. Current "
           "WriteCapacityUnits provisioned for the table: 5. Requested WriteCapacityUnits: 5." +
               refer},
          {"unchanged index", SetIndexUnits("global", 5, 5),
           "The provisioned throughput for the index global will not change. The requested value equals the current "
           "value. Current ReadCapacityUnits provisioned for index global: 5. Requested ReadCapacityUnits: 5. Current "
           "WriteCapacityUnits provisioned for index global: 5. Requested WriteCapacityUnits: 5." +
               refer},
          {"on demand with units", on_demand,
           kInvalid + "ProvisionedThroughput cannot be specified when BillingMode is PAY_PER_REQUEST"},
          {"provisioned without units", SetBillingMode(BillingMode::kProvisioned),
           kInvalid + "ProvisionedThroughput must be specified when BillingMode is PROVISIONED"},
          {"out of bounds", SetUnits(1'000'000'000'001, 1),
           "Given value 1000000000001 for ReadCapacityUnits is out of bounds"},
          {"above the table's quota", SetUnits(40'001, 1),
           "LimitExceeded: The requested ReadCapacityUnits, 40001, is above the per table maximum for the account in "
           "us-east-1. Per table maximum: 40000." +
               refer},
          {"limits", With(LimitReads),
           kInvalid + "MaxReadRequestUnits for OnDemandThroughput cannot be specified when the table BillingMode is "
                      "PROVISIONED"},
      });
}

TEST(UpdateTable, RefusesThroughputThatDoesNotFitAnOnDemandTable) {
  TableUpdate provisioned = SetBillingMode(BillingMode::kProvisioned);
  provisioned.provisioned_throughput = {1, 1};
  TableDefinition definition = IndexedTable(kItems);
  definition.global_secondary_indexes->push_back(GlobalIndexOf("other", {Hash("a")}));
  UpdateGlobalSecondaryIndexAction lower_warm_throughput;
  lower_warm_throughput.index_name = "global";
  lower_warm_throughput.warm_throughput = {std::nullopt, 3'999};
  UpdateGlobalSecondaryIndexAction empty_warm_throughput = lower_warm_throughput;
  empty_warm_throughput.warm_throughput.emplace();
  UpdateGlobalSecondaryIndexAction limit;
  limit.index_name = "global";
  limit.on_demand_throughput = {0, std::nullopt};
  UpdateGlobalSecondaryIndexAction nothing;
  nothing.index_name = "global";
  ExpectRefusals(
      definition,
      {
          {"units", SetUnits(1, 1),
           kInvalid + "Neither ReadCapacityUnits nor WriteCapacityUnits can be specified when BillingMode is "
                      "PAY_PER_REQUEST"},
          {"index without units", provisioned,
           kInvalid + "ProvisionedThroughput must be specified for index: global,other"},
          {"one index without units", SetIndexUnits("other", 1, 1, provisioned),
           kInvalid + "ProvisionedThroughput must be specified for index: global"},
          {"units of an index", SetIndexUnits("global", 1, 1),
           kInvalid + "The only Updates for index: global when TableThroughputMode is PAY_PER_REQUEST can be to "
                      "OnDemandThroughput, WarmThroughput"},
          {"limit 0", With([](TableUpdate& u) {
             u.on_demand_throughput = {0, 1};
           }),
           kInvalid + "Requested MaxReadRequestUnits for OnDemandThroughput for table is outside of valid range"},
          {"limit -2", With([](TableUpdate& u) {
             u.on_demand_throughput = {1, -2};
           }),
           kInvalid + "Requested MaxWriteRequestUnits for OnDemandThroughput for table is outside of valid range"},
          {"limit of an index", UpdateIndex(limit),
           kInvalid + "Requested MaxReadRequestUnits for OnDemandThroughput for index : global is outside of valid "
                      "range"},
          {"cooler", With([](TableUpdate& u) {
             u.warm_throughput = {11'999, std::nullopt};
           }),
           kInvalid + "Requested ReadUnitsPerSecond for WarmThroughput for table is lower than current "
                      "WarmThroughput, decreasing WarmThroughput is not supported"},
          {"cooler index", UpdateIndex(lower_warm_throughput),
           kInvalid + "Requested WriteUnitsPerSecond for WarmThroughput for index global is lower than current "
                      "WarmThroughput, decreasing WarmThroughput is not supported"},
          {"no warmth", UpdateIndex(empty_warm_throughput),
           kInvalid + "WarmThroughput must have at least one of ReadUnitsPerSecond or WriteUnitsPerSecond specified "
                      "for index: global"},
          {"no change of the index", UpdateIndex(nothing),
           kInvalid + "At least one of ProvisionedThroughput, OnDemandThroughput or WarmThroughput is required for "
                      "index: global"},
      });
}

TEST(UpdateTable, RefusesSettingsThatDoNotFit) {
  const auto sse = [](SseSpecification specification) {
    return With([&](TableUpdate& u) { u.sse_specification = specification; });
  };
  ExpectRefusals(
      PlainTable(kItems),
      {
          {"stream without view", SetStream(true),
           kInvalid + "If stream is being enabled then UpdateViewType is required"},
          {"no stream with view", SetStream(false, StreamViewType::kKeysOnly),
           kInvalid + "If stream is being disabled, then UpdateViewType must not be specified"},
          {"no stream to disable", SetStream(false), "Table has no stream to disable: TableName: Items"},
          {"encryption off", sse({false, {}, std::nullopt}), kInvalid + "Table is already encrypted by default"},
          {"encryption of nothing", sse({}), kInvalid + "Table is already encrypted by default"},
          {"AES256", sse({true, SseType::kAes256, std::nullopt}), kInvalid + "SSEType AES256 is not supported"},
          {"key without type", sse({true, {}, "key"}),
           kInvalid + "SSEType KMS is required if KMSMasterKeyId is specified"},
          {"class", With([](TableUpdate& u) { u.table_class = EnumField<TableClass>::FromText("COLD"); }),
           "Invalid table-class parameter provided. Please try again with a valid table-class value: [STANDARD, "
           "STANDARD_INFREQUENT_ACCESS]."},
      });
  TableDefinition definition = PlainTable(kItems);
  definition.stream_specification = {true, StreamViewType::kNewImage};
  definition.sse_specification = {true, {}, std::nullopt};
  ExpectRefusals(definition,
                 {
                     {"stream again", SetStream(true, StreamViewType::kKeysOnly),
                      "Table already has an enabled stream: TableName: Items"},
                     {"same key", With(Encrypt),
                      kInvalid + "Table is already encrypted with given KMSMasterKeyId. Use KMSMasterKeyId parameter "
                                 "if you want to change Master Key"},
                 });
}

TEST(UpdateTable, RefusesIndexesThatDoNotFit) {
  const auto create = CreateIndexOver("added", "c");
  GlobalSecondaryIndexUpdate two_actions;
  two_actions.update = UpdateGlobalSecondaryIndexAction();
  two_actions.update->index_name = "global";
  two_actions.remove = {"global"};
  TableUpdate undefined = CreateIndexOver("added", "b");
  undefined.attribute_definitions = {Define("x")};
  TableUpdate without_definitions = CreateIndexOver("added", "b");
  without_definitions.attribute_definitions.reset();
  GlobalSecondaryIndex with_units = GlobalIndexOf("added", {Hash("c")});
  with_units.provisioned_throughput = {1, 1};
  GlobalSecondaryIndex no_hash = GlobalIndexOf("added", {Range("c")});
  GlobalSecondaryIndex no_projection_type = GlobalIndexOf("added", {Hash("c")});
  no_projection_type.projection = Projection();
  ExpectRefusals(
      IndexedTable(kItems),
      {
          {"no action", WithEntry({}),
           kInvalid + "One of GlobalSecondaryIndexUpdate.Update, GlobalSecondaryIndexUpdate.Create, "
                      "GlobalSecondaryIndexUpdate.Delete must not be null"},
          {"two actions", WithEntry(two_actions),
           kInvalid + "Only one global secondary index action is allowed per GlobalSecondaryIndexUpdate object"},
          {"index twice", DeleteIndex("added", create),
           kInvalid + "Only one global secondary index update per index is allowed simultaneously. Index: added"},
          {"no definitions", without_definitions, kInvalid + "AttributeDefinitions is not specified for index: added"},
          {"undefined here, though the table knows it", undefined,
           kInvalid + "Some index key attributes are not defined in AttributeDefinitions. Keys: [b], "
                      "AttributeDefinitions: [x]"},
          {"redefined", CreateIndex(GlobalIndexOf("added", {Hash("b")}), {Define("b", ScalarAttributeType::kNumber)}),
           kInvalid + "Attributes cannot be redefined. Please check that your attribute has the same type as "
                      "previously defined. Existing schema: Schema:[SchemaElement: key{b:S:HASH}] New schema: "
                      "Schema:[SchemaElement: key{b:N:HASH}]"},
          {"name of a global index", CreateIndexOver("global", "c"),
           "Attempting to create an index which already exists"},
          {"name of a local index", CreateIndexOver("local", "c"),
           "Attempting to create an index which already exists"},
          {"no hash", CreateIndex(no_hash, {Define("c")}),
           "Invalid KeySchema: The first KeySchemaElement is not a HASH key type"},
          {"no projection type", CreateIndex(no_projection_type, {Define("c")}),
           kInvalid + "Unknown ProjectionType: null"},
          {"units on demand", CreateIndex(with_units, {Define("c")}),
           kInvalid + "Neither ReadCapacityUnits nor WriteCapacityUnits can be specified for index: added when "
                      "BillingMode is PAY_PER_REQUEST"},
          {"delete unknown", DeleteIndex("ghost"),
           "ResourceNotFound: Requested resource not found: Index ghost for table Items"},
          {"update unknown", SetIndexUnits("ghost", 1, 1),
           "ResourceNotFound: Requested resource not found: Index ghost for table Items"},
          {"delete local", DeleteIndex("local"), "Cannot delete an index that is not a GlobalSecondaryIndex: local"},
          {"update local", SetIndexUnits("local", 1, 1),
           "Cannot update an index that is not a GlobalSecondaryIndex: local"},
          {"two at a time, of which one does not exist", DeleteIndex("ghost", DeleteIndex("global")),
           "LimitExceeded: Subscriber limit exceeded: Only 1 online index can be created or deleted simultaneously per "
           "table"},
          {"two at a time, of which one exists already", DeleteIndex("ghost", CreateIndexOver("global", "c")),
           "LimitExceeded: Subscriber limit exceeded: Only 1 online index can be created or deleted simultaneously per "
           "table"},
          {"vector index", With(DeleteIndex("global"), [](TableUpdate& u) { u.changes_vector_indexes = true; }),
           kInvalid + "VectorIndexUpdates is not supported by Holdfast"},
          {"two at a time", DeleteIndex("global", create),
           "LimitExceeded: Subscriber limit exceeded: Only 1 online index can be created or deleted simultaneously per "
           "table"},
      });
  ExpectRefusals(ProvisionedIndexedTable(),
                 {{"no units", create,
                   kInvalid + "Both ReadCapacityUnits and WriteCapacityUnits must be specified for index: added"}});
  TableDefinition full = IndexedTable(kItems);
  for (int i = 1; i < 20; ++i) {
    full.global_secondary_indexes->push_back(GlobalIndexOf("g-" + std::to_string(i), {Hash("b")}));
  }
  ExpectRefusals(full, {{"the 21st", create,
                         "LimitExceeded: Subscriber limit exceeded: Number of global secondary indexes exceeds "
                         "per-table limit of 20"}});
}

TEST(UpdateTable, OneInvalidEntryRefusesTheRequest) {
  ItemTable database(ProvisionedIndexedTable());
  TableUpdate update = SetIndexUnits("global", 7, 7, SetUnits(7, 7));
  update = SetIndexUnits("ghost", 7, 7, std::move(update));
  EXPECT_EQ(Outcome(UpdateTable(database.state, update)),
            "ResourceNotFound: Requested resource not found: Index ghost for table Items");
  const TableDescription table = Described(database.state);
  EXPECT_EQ(table.provisioned_throughput, (ThroughputUnits{5, 5}));
  EXPECT_EQ(table.global_indexes[0].provisioned_throughput, (ThroughputUnits{5, 5}));
  EXPECT_FALSE(table.throughput_history.last_increase.has_value());
}

}  // namespace
}  // namespace holdfast::testing
