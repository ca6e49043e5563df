// Compares the engine with a naive model: random operations on both must have equal responses, and afterwards every
// read, by key, by query, by scan and by index, must return the items of the model.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/engine.h"
#include "engine/operations.h"
#include "engine/values/value_builder.h"
#include "tests/engine/schema/table_definitions.h"
#include "tests/support/seeded_test.h"

namespace holdfast {
namespace {

using AV = AttributeValue;
using ModelItem = std::map<std::string, AV>;
using ModelKey = std::pair<std::string, int64_t>;

constexpr char kTable[] = "Model";

TableDefinition ModelTable() {
  TableDefinition definition = PlainTable(kTable);
  definition.attribute_definitions = {Define("pk"), Define("sk", ScalarAttributeType::kNumber),
                                      Define("rank", ScalarAttributeType::kNumber), Define("color"), Define("owner")};
  definition.local_secondary_indexes = {LocalIndex("by_rank", {Hash("pk"), Range("rank")})};
  GlobalSecondaryIndex by_color = GlobalIndexOf("by_color", {Hash("color"), Range("rank")});
  by_color.projection = Include({"note"});
  GlobalSecondaryIndex by_owner = GlobalIndexOf("by_owner", {Hash("owner")});
  by_owner.projection = Project(ProjectionType::kKeysOnly);
  definition.global_secondary_indexes = {by_color, by_owner};
  return definition;
}

AttributeMap ToMap(const ModelItem& item) {
  ValueBuilder builder(ValueBuilder::Root::kMap);
  builder.BeginMap();
  for (const auto& [name, value] : item) {
    builder.Name(name);
    builder.Value(value.view());
  }
  builder.EndMap();
  return std::move(builder).TakeMap();
}

int64_t ToInt(const AV& value) { return std::stoll(Number::FromBytes(value.view().bytes()).ToText()); }

// A condition as an expression and as a C++ function, whose argument is null if there is no item.
struct ModelCondition {
  std::optional<std::string> expression;
  ExpressionFields fields;
  std::function<bool(const ModelItem*)> holds = [](const ModelItem*) { return true; };
};

// An update as an expression and as a C++ function that changes the item.
struct ModelUpdate {
  std::string expression;
  ExpressionFields fields;
  std::function<void(ModelItem&)> apply;
};

// A database and its model. Every write is applied to both.
class Model {
 public:
  explicit Model(Random& random) : random_(random), database_(engine_.database("000000000000", "us-east-1")) {
    EXPECT_TRUE(database_.CreateTable(ModelTable()).ok());
  }

  void RunRandomOperation() {
    switch (random_.Below(10)) {
      case 0:
      case 1:
      case 2:
        return Put();
      case 3:
      case 4:
      case 5:
        return Update();
      case 6:
        return Delete();
      case 7:
        return Batch();
      default:
        return Transact();
    }
  }

  void CheckAllReads() {
    CheckScan(std::nullopt, 1 + random_.Below(4), [](const ModelItem&) { return true; });
    CheckScan("by_rank", 1, [](const ModelItem& item) { return item.contains("rank"); });
    CheckScan("by_color", 1 + random_.Below(4),
              [](const ModelItem& item) { return item.contains("rank") && item.contains("color"); });
    CheckScan("by_owner", 1, [](const ModelItem& item) { return item.contains("owner"); });
    for (int partition = 0; partition < kPartitions; ++partition) CheckQueries(Partition(partition));
    for (const char* color : kColors) CheckColor(color);
    for (const auto& [key, item] : items_) CheckItem(key);
    CheckItem(RandomKey());
  }

 private:
  static constexpr int kPartitions = 5;
  static constexpr int64_t kSorts = 8;
  static constexpr const char* kColors[] = {"blue", "green", "red"};

  static std::string Partition(int number) { return "p" + std::to_string(number); }
  ModelKey RandomKey() {
    return {Partition(static_cast<int>(random_.Below(kPartitions))), static_cast<int64_t>(random_.Below(kSorts)) - 3};
  }
  static ModelItem KeyItem(const ModelKey& key) {
    return {{"pk", AV::String(key.first)}, {"sk", AV::Number(key.second)}};
  }
  // True in one of `calls` calls, at random.
  bool OneIn(uint64_t calls) { return random_.Below(calls) == 0; }

  ModelItem RandomItem(const ModelKey& key) {
    ModelItem item = KeyItem(key);
    if (!OneIn(3)) item["rank"] = AV::Number(static_cast<int64_t>(random_.Below(20)) - 10);
    if (!OneIn(3)) item["color"] = AV::String(kColors[random_.Below(3)]);
    if (OneIn(2)) item["owner"] = AV::String("o" + std::to_string(random_.Below(3)));
    if (OneIn(2)) item["note"] = AV::String(std::string(random_.Below(200), 'n'));
    if (OneIn(2)) item["version"] = AV::Number(static_cast<int64_t>(random_.Below(5)));
    if (OneIn(3)) item["tags"] = AV::StringSet({"a", "b"});
    return item;
  }

  ModelCondition RandomCondition() {
    switch (random_.Below(5)) {
      case 0:
        return {"attribute_not_exists(pk)", {}, [](const ModelItem* item) { return item == nullptr; }};
      case 1:
        return {"attribute_exists(pk)", {}, [](const ModelItem* item) { return item != nullptr; }};
      case 2: {
        const AV wanted = AV::Number(static_cast<int64_t>(random_.Below(5)));
        return {"version = :wanted",
                {std::nullopt, ExpressionAttributeValues{{":wanted", wanted}}},
                [wanted](const ModelItem* item) {
                  return item != nullptr && item->contains("version") && item->at("version") == wanted;
                }};
      }
      case 3: {
        const int64_t bound = static_cast<int64_t>(random_.Below(20)) - 10;
        return {"NOT #r < :bound",
                {ExpressionAttributeNames{{"#r", "rank"}}, ExpressionAttributeValues{{":bound", AV::Number(bound)}}},
                [bound](const ModelItem* item) {
                  return item == nullptr || !item->contains("rank") || ToInt(item->at("rank")) >= bound;
                }};
      }
      default:
        return {};
    }
  }

  ModelUpdate RandomUpdate() {
    switch (random_.Below(5)) {
      case 0:
        return {"SET version = if_not_exists(version, :zero) + :one",
                {std::nullopt, ExpressionAttributeValues{{":zero", AV::Number(0)}, {":one", AV::Number(1)}}},
                [](ModelItem& item) {
                  item["version"] = AV::Number((item.contains("version") ? ToInt(item["version"]) : 0) + 1);
                }};
      case 1: {
        const AV color = AV::String(kColors[random_.Below(3)]);
        const AV rank = AV::Number(static_cast<int64_t>(random_.Below(20)) - 10);
        return {"SET color = :c, #r = :r REMOVE note",
                {ExpressionAttributeNames{{"#r", "rank"}}, ExpressionAttributeValues{{":c", color}, {":r", rank}}},
                [color, rank](ModelItem& item) {
                  item["color"] = color;
                  item["rank"] = rank;
                  item.erase("note");
                }};
      }
      case 2: {
        const int64_t step = static_cast<int64_t>(random_.Below(7)) - 3;
        return {"ADD version :n",
                {std::nullopt, ExpressionAttributeValues{{":n", AV::Number(step)}}},
                [step](ModelItem& item) {
                  item["version"] = AV::Number((item.contains("version") ? ToInt(item["version"]) : 0) + step);
                }};
      }
      case 3:
        return {"REMOVE color, #o SET note = :note",
                {ExpressionAttributeNames{{"#o", "owner"}}, ExpressionAttributeValues{{":note", AV::String("kept")}}},
                [](ModelItem& item) {
                  item.erase("color");
                  item.erase("owner");
                  item["note"] = AV::String("kept");
                }};
      default:
        return {"ADD tags :t",
                {std::nullopt, ExpressionAttributeValues{{":t", AV::StringSet({"b", "c"})}}},
                [](ModelItem& item) {
                  const bool has_a = item.contains("tags") && item["tags"].view().set().Contains("a");
                  item["tags"] = has_a ? AV::StringSet({"a", "b", "c"}) : AV::StringSet({"b", "c"});
                }};
    }
  }

  const ModelItem* Find(const ModelKey& key) const {
    const auto at = items_.find(key);
    return at == items_.end() ? nullptr : &at->second;
  }
  ModelItem ItemToUpdate(const ModelKey& key) const {
    const ModelItem* item = Find(key);
    return item == nullptr ? KeyItem(key) : *item;
  }

  static ExpressionFields Merged(const ExpressionFields& a, const ExpressionFields& b) {
    ExpressionFields merged = a;
    if (b.names.has_value()) {
      if (!merged.names.has_value()) merged.names.emplace();
      for (const auto& name : *b.names) {
        if (std::find(merged.names->begin(), merged.names->end(), name) == merged.names->end()) {
          merged.names->push_back(name);
        }
      }
    }
    if (b.values.has_value()) {
      if (!merged.values.has_value()) merged.values.emplace();
      for (const auto& value : *b.values) merged.values->push_back(value);
    }
    return merged;
  }

  template <typename Response>
  void ExpectOutcome(const Result<Response>& response, bool holds) {
    ASSERT_EQ(response.ok(), holds) << (response.ok() ? "the request succeeded although its condition is false"
                                                      : response.error().message);
    if (!holds) {
      EXPECT_EQ(response.error().kind, ErrorKind::kConditionalCheckFailed) << response.error().message;
    }
  }

  void Put() {
    const ModelKey key = RandomKey();
    const ModelItem item = RandomItem(key);
    const ModelCondition condition = RandomCondition();
    const bool holds = condition.holds(Find(key));
    PutItemRequest request;
    request.table_name = kTable;
    request.item = ToMap(item);
    request.condition_expression = condition.expression;
    request.expression_fields = condition.fields;
    request.return_values = ReturnValues::kAllOld;
    const auto response = database_.PutItem(request);
    ExpectOutcome(response, holds);
    if (!holds) return;
    ExpectReturned(response->attributes, Find(key));
    items_[key] = item;
  }

  void Update() {
    const ModelKey key = RandomKey();
    const ModelCondition condition = RandomCondition();
    const ModelUpdate update = RandomUpdate();
    const bool holds = condition.holds(Find(key));
    UpdateItemRequest request;
    request.table_name = kTable;
    request.key = ToMap(KeyItem(key));
    request.update_expression = update.expression;
    request.condition_expression = condition.expression;
    request.expression_fields = Merged(update.fields, condition.fields);
    request.return_values = ReturnValues::kAllNew;
    const auto response = database_.UpdateItem(request);
    ExpectOutcome(response, holds);
    if (!holds) return;
    ModelItem item = ItemToUpdate(key);
    update.apply(item);
    items_[key] = item;
    ExpectReturned(response->attributes, &item);
  }

  void Delete() {
    const ModelKey key = RandomKey();
    const ModelCondition condition = RandomCondition();
    const bool holds = condition.holds(Find(key));
    DeleteItemRequest request;
    request.table_name = kTable;
    request.key = ToMap(KeyItem(key));
    request.condition_expression = condition.expression;
    request.expression_fields = condition.fields;
    request.return_values = ReturnValues::kAllOld;
    const auto response = database_.DeleteItem(request);
    ExpectOutcome(response, holds);
    if (!holds) return;
    ExpectReturned(response->attributes, Find(key));
    items_.erase(key);
  }

  std::vector<ModelKey> DistinctKeys(size_t count) {
    std::set<ModelKey> keys;
    while (keys.size() < count) keys.insert(RandomKey());
    return {keys.begin(), keys.end()};
  }

  void Batch() {
    std::vector<WriteRequest> requests;
    for (const ModelKey& key : DistinctKeys(1 + random_.Below(8))) {
      WriteRequest& write = requests.emplace_back();
      if (OneIn(3)) {
        write.delete_request.emplace().key = ToMap(KeyItem(key));
        items_.erase(key);
      } else {
        items_[key] = RandomItem(key);
        write.put_request.emplace().item = ToMap(items_[key]);
      }
    }
    BatchWriteItemRequest request;
    request.request_items = {{kTable, requests}};
    const auto response = database_.BatchWriteItem(request);
    ASSERT_TRUE(response.ok()) << response.error().message;
    EXPECT_TRUE(response->unprocessed_items.empty());
  }

  void Transact() {
    TransactWriteItemsRequest request;
    request.transact_items.emplace();
    std::map<ModelKey, std::optional<ModelItem>> changes;
    std::string codes;
    bool all_hold = true;
    for (const ModelKey& key : DistinctKeys(1 + random_.Below(5))) {
      ModelCondition condition = RandomCondition();
      TransactWriteItem& action = request.transact_items->emplace_back();
      const auto fill = [&](auto& kind) {
        kind.table_name = kTable;
        kind.condition_expression = condition.expression;
        kind.expression_fields = condition.fields;
      };
      switch (random_.Below(4)) {
        case 0:
          changes[key] = RandomItem(key);
          fill(action.put.emplace());
          action.put->item = ToMap(*changes[key]);
          break;
        case 1: {
          const ModelUpdate update = RandomUpdate();
          fill(action.update.emplace());
          action.update->key = ToMap(KeyItem(key));
          action.update->update_expression = update.expression;
          action.update->expression_fields = Merged(update.fields, condition.fields);
          changes[key] = ItemToUpdate(key);
          update.apply(*changes[key]);
          break;
        }
        case 2:
          changes[key] = std::nullopt;
          fill(action.delete_item.emplace());
          action.delete_item->key = ToMap(KeyItem(key));
          break;
        default:
          if (!condition.expression.has_value()) {
            condition = {"attribute_exists(pk)", {}, [](const ModelItem* item) { return item != nullptr; }};
          }
          fill(action.condition_check.emplace());
          action.condition_check->key = ToMap(KeyItem(key));
      }
      const bool holds = condition.holds(Find(key));
      all_hold &= holds;
      codes += (codes.empty() ? "" : ", ") + std::string(holds ? "None" : "ConditionalCheckFailed");
    }
    const auto response = database_.TransactWriteItems(request);
    ASSERT_EQ(response.ok(), all_hold) << (response.ok() ? codes : response.error().message);
    if (!all_hold) {
      EXPECT_EQ(response.error().message,
                "Transaction cancelled, please refer cancellation reasons for specific reasons [" + codes + "]");
      return;
    }
    for (const auto& [key, item] : changes) {
      if (item.has_value()) {
        items_[key] = *item;
      } else {
        items_.erase(key);
      }
    }
  }

  static void ExpectReturned(const std::optional<ResponseItem>& returned, const ModelItem* expected) {
    ASSERT_EQ(returned.has_value(), expected != nullptr);
    if (expected != nullptr) {
      EXPECT_EQ(AttributeMap(returned->view()), ToMap(*expected));
    }
  }

  void CheckItem(const ModelKey& key) {
    GetItemRequest request;
    request.table_name = kTable;
    request.key = ToMap(KeyItem(key));
    const auto response = database_.GetItem(request);
    ASSERT_TRUE(response.ok());
    ExpectReturned(response->item, Find(key));
  }

  // The attributes of an item that an index projects.
  static ModelItem Projected(const std::optional<std::string>& index, const ModelItem& item) {
    if (!index.has_value() || *index == "by_rank") return item;
    ModelItem projected;
    for (const auto& [name, value] : item) {
      const bool key = name == "pk" || name == "sk";
      if (*index == "by_color" ? key || name == "color" || name == "rank" || name == "note" : key || name == "owner") {
        projected[name] = value;
      }
    }
    return projected;
  }

  static std::multiset<std::string> Packed(const std::vector<AttributeMap>& items) {
    std::multiset<std::string> packed;
    for (const AttributeMap& item : items) packed.insert(std::string(item.view().packed()));
    return packed;
  }

  void CheckScan(const std::optional<std::string>& index, uint64_t segments,
                 const std::function<bool(const ModelItem&)>& belongs) {
    std::vector<AttributeMap> found;
    for (uint64_t segment = 0; segment < segments; ++segment) {
      ScanRequest request;
      request.table_name = kTable;
      request.index_name = index;
      request.segment = static_cast<int32_t>(segment);
      request.total_segments = static_cast<int32_t>(segments);
      if (OneIn(2)) request.limit = static_cast<int32_t>(1 + random_.Below(6));
      do {
        const auto response = database_.Scan(request);
        ASSERT_TRUE(response.ok()) << response.error().message;
        for (const ResponseItem& item : *response->items) found.emplace_back(item.view());
        request.exclusive_start_key = response->last_evaluated_key;
      } while (request.exclusive_start_key.has_value());
    }
    std::vector<AttributeMap> expected;
    for (const auto& [key, item] : items_) {
      if (belongs(item)) expected.push_back(ToMap(Projected(index, item)));
    }
    EXPECT_EQ(Packed(found), Packed(expected)) << "scan of " << index.value_or("the table");
  }

  std::vector<AttributeMap> QueryAll(QueryRequest request) {
    std::vector<AttributeMap> found;
    do {
      const auto response = database_.Query(request);
      EXPECT_TRUE(response.ok()) << response.error().message;
      if (!response.ok()) break;
      for (const ResponseItem& item : *response->items) found.emplace_back(item.view());
      request.exclusive_start_key = response->last_evaluated_key;
    } while (request.exclusive_start_key.has_value());
    return found;
  }

  void CheckQueries(const std::string& partition) {
    // A range of sort keys, forward or backward, in pages of random size.
    const int64_t low = static_cast<int64_t>(random_.Below(kSorts)) - 3;
    const int64_t high = low + static_cast<int64_t>(random_.Below(5));
    QueryRequest request;
    request.table_name = kTable;
    request.key_condition_expression = "pk = :p AND sk BETWEEN :low AND :high";
    request.expression_fields.values = ExpressionAttributeValues{
        {":p", AV::String(partition)}, {":low", AV::Number(low)}, {":high", AV::Number(high)}};
    request.scan_index_forward = OneIn(2);
    if (OneIn(2)) request.limit = static_cast<int32_t>(1 + random_.Below(4));
    std::vector<AttributeMap> expected;
    for (const auto& [key, item] : items_) {
      if (key.first == partition && key.second >= low && key.second <= high) expected.push_back(ToMap(item));
    }
    if (!request.scan_index_forward) std::reverse(expected.begin(), expected.end());
    EXPECT_EQ(QueryAll(request), expected) << "query of " << partition;

    // The local index, in the order of rank and then of the table's sort key.
    QueryRequest by_rank;
    by_rank.table_name = kTable;
    by_rank.index_name = "by_rank";
    by_rank.key_condition_expression = "pk = :p AND #r >= :low";
    by_rank.expression_fields.names = ExpressionAttributeNames{{"#r", "rank"}};
    by_rank.expression_fields.values =
        ExpressionAttributeValues{{":p", AV::String(partition)}, {":low", AV::Number(low)}};
    by_rank.scan_index_forward = OneIn(2);
    if (OneIn(2)) by_rank.limit = static_cast<int32_t>(1 + random_.Below(4));
    std::vector<std::pair<std::pair<int64_t, int64_t>, AttributeMap>> ranked;
    for (const auto& [key, item] : items_) {
      if (key.first != partition || !item.contains("rank") || ToInt(item.at("rank")) < low) continue;
      ranked.push_back({{ToInt(item.at("rank")), key.second}, ToMap(item)});
    }
    std::sort(ranked.begin(), ranked.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    if (!by_rank.scan_index_forward) std::reverse(ranked.begin(), ranked.end());
    std::vector<AttributeMap> expected_ranked;
    for (auto& [order, item] : ranked) expected_ranked.push_back(item);
    EXPECT_EQ(QueryAll(by_rank), expected_ranked) << "by_rank of " << partition;
  }

  void CheckColor(const std::string& color) {
    QueryRequest request;
    request.table_name = kTable;
    request.index_name = "by_color";
    request.key_condition_expression = "color = :c AND #r < :high";
    const int64_t high = static_cast<int64_t>(random_.Below(20)) - 10;
    request.expression_fields.names = ExpressionAttributeNames{{"#r", "rank"}};
    request.expression_fields.values =
        ExpressionAttributeValues{{":c", AV::String(color)}, {":high", AV::Number(high)}};
    if (OneIn(2)) request.limit = static_cast<int32_t>(1 + random_.Below(4));
    const std::vector<AttributeMap> found = QueryAll(request);
    std::vector<AttributeMap> expected;
    for (const auto& [key, item] : items_) {
      if (item.contains("color") && item.at("color") == AV::String(color) && item.contains("rank") &&
          ToInt(item.at("rank")) < high) {
        expected.push_back(ToMap(Projected("by_color", item)));
      }
    }
    EXPECT_EQ(Packed(found), Packed(expected)) << "by_color of " << color;
    for (size_t i = 1; i < found.size(); ++i) {
      EXPECT_LE(ToInt(AV(*found[i - 1].Find("rank"))), ToInt(AV(*found[i].Find("rank"))));
    }
  }

  Random& random_;
  Engine engine_{EngineOptions(), nullptr, 1};
  Database& database_;
  std::map<ModelKey, ModelItem> items_;
};

TEST(ModelTest, RandomOperationsAgreeWithTheModel) {
  HOLDFAST_SEEDED_RANDOM(random);
  Model model(random);
  for (int round = 0; round < 200 && !testing::Test::HasFailure(); ++round) {
    for (int step = 0; step < 25; ++step) model.RunRandomOperation();
    model.CheckAllReads();
  }
}

}  // namespace
}  // namespace holdfast
