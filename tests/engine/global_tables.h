// Short functions that send requests to global tables and format their state, for tests: the table is `Slots`, in the
// databases of one account. Changes are replicated when the background work runs. The tests run it themselves, so that
// they can observe a replica that is behind.
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/engine.h"
#include "engine/operations.h"
#include "tests/engine/scanned_items.h"
#include "tests/engine/schema/table_definitions.h"
#include "tests/engine/stream_records.h"
#include "tests/support/outcomes.h"

namespace holdfast::testing {

inline constexpr char kAccount[] = "000000000000";
inline constexpr char kSlots[] = "Slots";

// Partition key `pk`, global index `by_holder`.
inline TableDefinition SlotsTable() {
  TableDefinition definition = PlainTable(kSlots);
  definition.attribute_definitions = {Define("pk"), Define("holder")};
  definition.key_schema = {Hash("pk")};
  definition.global_secondary_indexes = {GlobalIndexOf("by_holder", {Hash("holder")})};
  return definition;
}

inline TableUpdate CreateReplicaIn(std::string region) {
  TableUpdate update;
  update.table_name = kSlots;
  update.other_regions.replica_updates.emplace().emplace_back().create = {std::move(region), {}, {}};
  return update;
}
inline TableUpdate DeleteReplicaIn(std::string region) {
  TableUpdate update;
  update.table_name = kSlots;
  update.other_regions.replica_updates.emplace().emplace_back().remove = {std::move(region), {}, {}};
  return update;
}

inline AttributeMap SlotKey(std::string_view pk) { return AttributeMap{{"pk", S(pk)}}; }
inline AttributeMap Slot(std::string_view pk, std::string_view holder) {
  return AttributeMap{{"pk", S(pk)}, {"holder", S(holder)}};
}

inline std::string Put(Database& database, std::string_view pk, std::string_view holder,
                       std::optional<std::string> condition = std::nullopt) {
  PutItemRequest request;
  request.table_name = kSlots;
  request.item = Slot(pk, holder);
  request.condition_expression = std::move(condition);
  return Outcome(database.PutItem(request));
}
inline std::string Delete(Database& database, std::string_view pk) {
  DeleteItemRequest request;
  request.table_name = kSlots;
  request.key = SlotKey(pk);
  return Outcome(database.DeleteItem(request));
}

// Partition keys and holders.
using SlotMap = std::map<std::string, std::string>;

// All items of the table, or of its index.
inline SlotMap Slots(Database& database, std::optional<std::string> index = std::nullopt) {
  SlotMap slots;
  ForEachItem(database, ScanOf(kSlots, std::move(index)), [&slots](AttributeMapView item) {
    slots.emplace(item.Find("pk")->bytes(), item.Find("holder")->bytes());
  });
  return slots;
}

// `<table status>: <region> <replica status>, …`, or the error.
inline std::string Describe(const TableDescription& table) {
  std::string text(EnumField<TableStatus>::TextOf(table.table_status));
  for (const ReplicaDescription& replica : table.replicas) {
    text += &replica == table.replicas.data() ? ": " : ", ";
    text += replica.region + " ";
    text += EnumField<ReplicaStatus>::TextOf(replica.status);
  }
  return text;
}
inline std::string Describe(Database& database) {
  const Result<DescribeTableResponse> response = database.DescribeTable({kSlots});
  return response.ok() ? Describe(response->table) : Outcome(response);
}

// The records of the table's stream: `<pk> <old holder>→<new holder>`, with ` by time to live` if a
// sweep deleted an expired item.
inline std::vector<std::string> Records(Database& database) {
  std::vector<std::string> texts;
  const auto holder = [](const ItemRef& image) {
    return image == nullptr ? std::string() : std::string(image->attributes().Find("holder")->bytes());
  };
  for (const RecordDescription& record : StreamRecords(database, database.DescribeTable({kSlots})->table.stream->arn)) {
    texts.push_back(std::string(record.keys.Find("pk")->bytes()) + " " + holder(record.old_image) + "→" +
                    holder(record.new_image) + (record.by_time_to_live ? " by time to live" : ""));
  }
  return texts;
}

class GlobalTablesTest : public ::testing::Test {
 protected:
  static constexpr int64_t kNow = 1'791'540'000;

  explicit GlobalTablesTest(EngineOptions options = {}) : engine_(std::move(options), clock_, 1) {
    EXPECT_EQ(Outcome(us_.CreateTable(SlotsTable())), "ok");
  }

  static std::string Update(Database& database, const TableUpdate& update) {
    return Outcome(database.UpdateTable(update));
  }
  void AddReplica(std::string region = "eu-west-1") {
    ASSERT_EQ(Update(us_, CreateReplicaIn(std::move(region))), "ok");
  }
  void Deliver() {
    while (engine_.RunBackgroundWork(absl::Seconds(1), /*sweep=*/false)) {
    }
  }

  std::shared_ptr<VirtualClock> clock_ = std::make_shared<VirtualClock>(absl::FromUnixSeconds(kNow));
  Engine engine_;
  Database& us_ = engine_.database(kAccount, "us-east-1");
  Database& eu_ = engine_.database(kAccount, "eu-west-1");
};

}  // namespace holdfast::testing
