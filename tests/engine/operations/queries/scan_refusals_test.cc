// The errors of Scan: their texts, and which one is reported if there are several.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/engine/operations/queries/page_requests.h"
#include "tests/engine/operations/spoiled_requests.h"

namespace holdfast::testing {
namespace {

const std::string kInvalid = "One or more parameter values were invalid: ";
const std::string kStartKey = "The provided starting key is invalid";
const std::string kSchema = "The provided key element does not match the schema";

TableDefinition Indexed() {
  TableDefinition definition = IndexedTable(kItems);
  definition.global_secondary_indexes->front().projection = Project(ProjectionType::kKeysOnly);
  return definition;
}

TEST(ScanRefusals, HaveTheTextsOfDynamoDb) {
  const auto start = [](AttributeMap key) { return [key](ScanRequest& r) { r.exclusive_start_key = key; }; };
  const auto start_on = [](std::string index, AttributeMap key) {
    return [index, key](ScanRequest& r) {
      r.index_name = index;
      r.exclusive_start_key = key;
    };
  };
  const auto segments = [](std::optional<int32_t> segment, std::optional<int32_t> total) {
    return [segment, total](ScanRequest& r) {
      r.segment = segment;
      r.total_segments = total;
    };
  };
  const Fault<ScanRequest> faults[] = {
      {[](ScanRequest& r) { r.limit = 0; },
       "1 validation error detected: Value '0' at 'limit' failed to satisfy constraint: Member must have value greater "
       "than or equal to 1"},
      {segments(-1, 2),
       "1 validation error detected: Value '-1' at 'segment' failed to satisfy constraint: Member must have value "
       "greater than or equal to 0"},
      {segments(0, 0),
       "1 validation error detected: Value '0' at 'totalSegments' failed to satisfy constraint: Member must have value "
       "greater than or equal to 1"},
      {segments(0, 1'000'001),
       "1 validation error detected: Value '1000001' at 'totalSegments' failed to satisfy constraint: Member must have "
       "value less than or equal to 1000000"},
      {segments(0, std::nullopt),
       "The TotalSegments parameter is required but was not present in the request when Segment parameter is present"},
      {segments(std::nullopt, 2),
       "The Segment parameter is required but was not present in the request when parameter TotalSegments is present"},
      {segments(5, 5),
       "The Segment parameter is zero-based and must be less than parameter TotalSegments: Segment: 5 is not less than "
       "TotalSegments: 5"},
      {[](ScanRequest& r) { r.conditional_operator = EnumField<ConditionalOperator>::FromText("XOR"); },
       "1 validation error detected: Value 'XOR' at 'conditionalOperator' failed to satisfy constraint: Member must "
       "satisfy enum value set: [OR, AND]"},
      {[](ScanRequest& r) {
         r.scan_filter.emplace();
         r.conditional_operator = ConditionalOperator::kAnd;
         r.attributes_to_get = {"x"};
         r.filter_expression = "x = y";
         r.projection_expression = "x";
       },
       "Can not use both expression and non-expression parameters in the same request: Non-expression parameters: "
       "{AttributesToGet, ScanFilter, ConditionalOperator} Expression parameters: {ProjectionExpression, "
       "FilterExpression}"},
      {[](ScanRequest& r) {
         r.expression_fields = Fields({{":v", N("1")}});
       },
       "ExpressionAttributeValues can only be specified when using expressions: FilterExpression is null"},
      {[](ScanRequest& r) {
         r.attributes_to_get = {"a", "b", "a"};
       },
       kInvalid + "Duplicate value in attribute name: a"},
      {[](ScanRequest& r) {
         r.filter_expression = "x = :v";
         r.expression_fields = Fields({{":v", Ss({"b", "a", "b"})}});
       },
       "ExpressionAttributeValues contains invalid value: " + kInvalid +
           "Input collection [b, a, b] contains duplicates. for key :v"},
      {[](ScanRequest& r) { r.select = Select::kSpecificAttributes; },
       "Must specify the AttributesToGet or ProjectionExpression when choosing to get SPECIFIC_ATTRIBUTES"},
      {[](ScanRequest& r) { r.select = Select::kAllProjectedAttributes; },
       "ALL_PROJECTED_ATTRIBUTES can be used only when Querying using an IndexName"},
      {[](ScanRequest& r) {
         r.scan_filter = {{"", LegacyCondition{ComparisonOperator::kEq, std::vector<AttributeValue>{N("bad")}}}};
       },
       "Empty attribute name"},
      {[](ScanRequest& r) {
         r.scan_filter = {{std::string(65'536, 'a'), LegacyCondition{ComparisonOperator::kNull, {}}}};
       },
       kInvalid + "Attribute name is too large, must be less than 65536 bytes; the limit is 65535"},
      {[](ScanRequest& r) { r.attributes_to_get = {""}; }, "Empty attribute name"},
      {[](ScanRequest& r) { r.table_name = "Ghosts"; }, kTableNotFound},
      {[](ScanRequest& r) { r.index_name = "ghost"; }, "The table does not have the specified index: ghost"},
      {[](ScanRequest& r) {
         r.index_name = "global";
         r.consistent_read = true;
       },
       "Consistent reads are not supported on global secondary indexes"},
      {[](ScanRequest& r) {
         r.index_name = "global";
         r.select = Select::kAllAttributes;
       },
       kInvalid + "Select type ALL_ATTRIBUTES is not supported for global secondary index global because its "
                  "projection type is not ALL"},
      {start({{"pk", S("p")}}), kStartKey + ": " + kSchema},
      {start({{"pk", S("p")}, {"sk", N("1")}}), kStartKey + ": " + kSchema},
      {start({{"pk", S("p")}, {"x", S("1")}}), kStartKey + ": " + kSchema},
      {start(Key("p", "")),
       kStartKey +
           ": One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an "
           "empty string value. Key: sk"},
      {start(Key(std::string(2'049, 'p'), "s")),
       kStartKey + ": " + kInvalid + "Size of hashkey has exceeded the maximum size limit of2048 bytes"},
      {start_on("local", Key("p", "s")), kStartKey},
      {start_on("local", ItemWith("p", "s", {{"x", S("1")}})), kStartKey},
      {start_on("local", ItemWith("p", "s", {{"a", N("1")}})), kSchema},
      {start_on("global", {{"b", S("b")}, {"pk", S("p")}, {"sk", N("1")}}), kStartKey + ": " + kSchema},
      {start({{"pk", S("p")}, {"sk", Ss({})}}), kStartKey + ": " + kInvalid + "An string set  may not be empty"},
      {start({{"pk", S("p")}, {"sk", N("")}}), "The parameter cannot be converted to a numeric value"},
      {[](ScanRequest& r) { r.projection_expression = "pk.x"; },
       "Key attributes must be scalars; list random access '[]' and map lookup '.' are not allowed: Key: pk"},
      {[](ScanRequest& r) {
         r.filter_expression = "b[0] = :v";
         r.expression_fields = Fields({{":v", N("1")}});
       },
       "Key attributes must be scalars; list random access '[]' and map lookup '.' are not allowed: IndexKey: b"},
  };
  ItemTable table(Indexed());
  ExpectFaults(faults, ScanTable(), [&](const ScanRequest& request) { return Outcome(Scan(table.state, request)); });
}

TEST(ScanRefusals, AStartKeyOfAnotherSegmentIsRefused) {
  ItemTable table;
  ScanRequest request = ScanTable();
  request.total_segments = 2;
  request.exclusive_start_key = Key("p", "s");
  std::vector<std::string> outcomes;
  for (const int segment : {0, 1}) {
    request.segment = segment;
    outcomes.push_back(Outcome(Scan(table.state, request)));
  }
  const size_t other = outcomes[0] == "ok" ? 1 : 0;
  EXPECT_EQ(outcomes[1 - other], "ok");
  EXPECT_EQ(outcomes[other], kStartKey +
                                 ": Invalid ExclusiveStartKey. Please use ExclusiveStartKey with correct Segment. "
                                 "TotalSegments: 2 Segment: " +
                                 std::to_string(other));
}

TEST(ScanRefusals, ReportTheFaultThatIsCheckedFirst) {
  const Fault<ScanRequest> faults[] = {
      {[](ScanRequest& r) { r.limit = 0; }, "1 validation error detected: Value '0' at 'limit'"},
      {[](ScanRequest& r) { r.conditional_operator = ConditionalOperator::kOr; },
       "Can not use both expression and non-expression parameters"},
      {[](ScanRequest& r) {
         r.exclusive_start_key = AttributeMap{{"pk", N("bad")}};
       },
       "The parameter cannot be converted to a numeric value: bad"},
      {[](ScanRequest& r) { r.segment.reset(); }, "The Segment parameter is required"},
      {[](ScanRequest& r) { r.segment = 7; }, "The Segment parameter is zero-based"},
      {[](ScanRequest& r) { r.filter_expression = "pk ="; }, "Invalid FilterExpression: Syntax error"},
      {[](ScanRequest& r) { r.select = Select::kSpecificAttributes; }, "Must specify the AttributesToGet"},
      {[](ScanRequest& r) { r.table_name = "Ghosts"; }, kTableNotFound},
      {[](ScanRequest& r) { r.index_name = "ghost"; }, "The table does not have the specified index"},
      {[](ScanRequest& r) { r.consistent_read = true; }, "Consistent reads are not supported"},
      {[](ScanRequest& r) { r.exclusive_start_key = Key("p", "s"); }, kStartKey},
      {[](ScanRequest& r) {
         r.exclusive_start_key = AttributeMap{{"pk", S("p")}, {"sk", N("1")}, {"b", N("1")}};
       },
       kSchema},
      {[](ScanRequest& r) { r.select = Select::kAllAttributes; }, kInvalid + "Select type ALL_ATTRIBUTES"},
      {[](ScanRequest& r) {
         r.exclusive_start_key = AttributeMap{{"pk", S("p")}, {"sk", N("1")}, {"b", S("1")}};
       },
       kStartKey + ": " + kSchema},
      {[](ScanRequest& r) { r.segment = 1 - *r.segment; }, kStartKey + ": Invalid ExclusiveStartKey."},
      {[](ScanRequest& r) { r.filter_expression = "pk.x = :v"; }, "Key attributes must be scalars"},
      {[](ScanRequest&) {}, "ok"},
  };
  ItemTable table(Indexed());
  ScanRequest good = ScanIndex("global");
  good.total_segments = 2;
  good.filter_expression = "pk = :v";
  good.expression_fields = Fields({{":v", S("v")}});
  good.exclusive_start_key = ItemWith("p", "s", {{"b", S("b")}});
  // Selects the segment of the starting key.
  good.segment = 0;
  if (!Scan(table.state, good).ok()) good.segment = 1;
  ExpectFirstFaults(faults, good, [&](const ScanRequest& request) { return Outcome(Scan(table.state, request)); });
}

}  // namespace
}  // namespace holdfast::testing
