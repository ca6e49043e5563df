// The errors of Query: their texts, and which one is reported if there are several.
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "tests/engine/expressions/expression_builders.h"
#include "tests/engine/operations/queries/page_requests.h"
#include "tests/engine/operations/spoiled_requests.h"

namespace holdfast::testing {
namespace {

const std::string kInvalid = "One or more parameter values were invalid: ";
const std::string kStartKey = "The provided starting key is invalid";
const std::string kSchema = "The provided key element does not match the schema";

const std::string kEmptyKey =
    "One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty string "
    "value. Key: ";
const std::string kPartitionKeyTooLong = kInvalid + "Size of hashkey has exceeded the maximum size limit of2048 bytes";
const std::string kSortKeyTooLong =
    kInvalid + "Aggregated size of all range keys has exceeded the size limit of 1024 bytes";

// A valid Query of a table with the local index `local` (pk, `a`) and the global index `global` (`b`).
QueryRequest ValidRequest() { return QueryTable("pk = :p AND sk > :s", Fields({{":p", S("p")}, {":s", S("3")}})); }
TableDefinition Indexed() { return IndexedTable(kItems); }

using Case = Fault<QueryRequest>;
template <size_t size>
void ExpectRefusals(const TableDefinition& definition, const Case (&cases)[size]) {
  ItemTable table(definition);
  ExpectFaults(cases, ValidRequest(),
               [&](const QueryRequest& request) { return Outcome(Query(table.state, request)); });
}

TEST(QueryRefusals, InvalidAttributeNamesAreRefused) {
  const auto legacy = [](std::function<void(QueryRequest&)> spoil) {
    return [spoil](QueryRequest& r) {
      r.key_condition_expression.reset();
      r.expression_fields = {};
      r.key_conditions = {{"pk", LegacyCondition{ComparisonOperator::kEq, std::vector<AttributeValue>{S("p")}}}};
      spoil(r);
    };
  };
  const std::string too_long =
      "One or more parameter values were invalid: Attribute name is too large, must be less than 65536 bytes; the "
      "limit is 65535";
  const Case cases[] = {
      // Reported before errors of values.
      {legacy([](QueryRequest& r) {
         r.query_filter = {{"", LegacyCondition{ComparisonOperator::kEq, std::vector<AttributeValue>{N("bad")}}}};
       }),
       "Empty attribute name"},
      {legacy([](QueryRequest& r) {
         r.query_filter = {{std::string(65'536, 'a'), LegacyCondition{ComparisonOperator::kNull, {}}}};
       }),
       too_long},
      {legacy([](QueryRequest& r) {
         r.attributes_to_get = {"a", "a", ""};
       }),
       "Empty attribute name"},
      {legacy([](QueryRequest& r) { r.attributes_to_get = {std::string(65'536, 'a')}; }), too_long},
      {legacy([](QueryRequest& r) { r.attributes_to_get = {std::string(65'535, 'a')}; }), "ok"},
  };
  ExpectRefusals(Indexed(), cases);
}

TEST(QueryRefusals, InvalidMembersAreRefused) {
  const Case cases[] = {
      {[](QueryRequest& r) { r.table_name.reset(); },
       "1 validation error detected: Value null at 'tableName' failed to satisfy constraint: Member must not be null"},
      {[](QueryRequest& r) { r.table_name = ""; },
       "1 validation error detected: Value '' at 'tableName' failed to satisfy constraint: Member must have length "
       "greater than or equal to 1"},
      {[](QueryRequest& r) { r.table_name = "a;b"; },
       "1 validation error detected: Value 'a;b' at 'tableName' failed to satisfy constraint: Member must satisfy "
       "regular expression pattern: [a-zA-Z0-9_.-]+"},
      {[](QueryRequest& r) { r.index_name = ""; },
       "2 validation errors detected: Value '' at 'indexName' failed to satisfy constraint: Member must satisfy "
       "regular expression pattern: [a-zA-Z0-9_.-]+; Value '' at 'indexName' failed to satisfy constraint: Member must "
       "have length greater than or equal to 3"},
      {[](QueryRequest& r) { r.limit = 0; },
       "1 validation error detected: Value at 'Limit' failed to satisfy constraint: Member must have value greater "
       "than or equal to 1"},
      {[](QueryRequest& r) { r.select = EnumField<Select>::FromText("count"); },
       "1 validation error detected: Value 'count' at 'select' failed to satisfy constraint: Member must satisfy enum "
       "value set: [SPECIFIC_ATTRIBUTES, COUNT, ALL_ATTRIBUTES, ALL_PROJECTED_ATTRIBUTES]"},
      {[](QueryRequest& r) { r.attributes_to_get.emplace(); },
       "1 validation error detected: Value '[]' at 'attributesToGet' failed to satisfy constraint: Member must have "
       "length greater than or equal to 1"},
      {[](QueryRequest& r) { r.conditional_operator = EnumField<ConditionalOperator>::FromText("XOR"); },
       "Failed to satisfy constraint: Member must satisfy enum value set: [ALL, OR]"},
      {[](QueryRequest& r) { r.attributes_to_get = {"x"}; },
       "Can not use both expression and non-expression parameters in the same request: Non-expression parameters: "
       "{AttributesToGet} Expression parameters: {KeyConditionExpression}"},
      {[](QueryRequest& r) {
         r.attributes_to_get = {"x"};
         r.query_filter.emplace();
         r.conditional_operator = ConditionalOperator::kAnd;
         r.key_conditions.emplace();
         r.projection_expression = "x";
         r.filter_expression = "x = :s";
       },
       "Can not use both expression and non-expression parameters in the same request: Non-expression parameters: "
       "{AttributesToGet, QueryFilter, ConditionalOperator, KeyConditions} Expression parameters: "
       "{ProjectionExpression, FilterExpression, KeyConditionExpression}"},
      {[](QueryRequest& r) { r = QueryRequest(), r.table_name = kItems; },
       "Either the KeyConditions or KeyConditionExpression parameter must be specified in the request."},
      {[](QueryRequest& r) {
         r = QueryRequest();
         r.table_name = kItems;
         r.key_conditions.emplace();
       },
       "Conditions can be of length 1 or 2 only"},
      {[](QueryRequest& r) { r.select = Select::kSpecificAttributes; },
       "1 validation error detected: Must specify the AttributesToGet or ProjectionExpression when choosing to get "
       "SPECIFIC_ATTRIBUTES"},
      {[](QueryRequest& r) {
         r.select = Select::kAllAttributes;
         r.projection_expression = "x";
       },
       "Cannot specify the ProjectionExpression when choosing to get ALL_ATTRIBUTES"},
      {[](QueryRequest& r) {
         r.select = Select::kCount;
         r.projection_expression = "x";
       },
       "Cannot specify the ProjectionExpression when choosing to get only the Count"},
      {[](QueryRequest& r) { r.select = Select::kAllProjectedAttributes; },
       "ALL_PROJECTED_ATTRIBUTES can be used only when Querying using an IndexName"},
      {[](QueryRequest& r) { r.table_name = "Ghosts"; }, kTableNotFound},
      {[](QueryRequest& r) { r.index_name = "ghost"; }, "The table does not have the specified index: ghost"},
  };
  ExpectRefusals(Indexed(), cases);
}

TEST(QueryRefusals, ConditionsThatDoNotFitTheKeyAreRefused) {
  const auto condition = [](std::string text, Values values) {
    return [text, values](QueryRequest& r) {
      r.key_condition_expression = text;
      r.expression_fields = Fields(values);
    };
  };
  const AttributeValue s = S("1");
  const Case cases[] = {
      {condition("sk = :s", {{":s", s}}), "Query condition missed key schema element: pk"},
      {condition("pk = :s AND x = :s", {{":s", s}}), "Query condition missed key schema element: sk"},
      {condition("pk > :s", {{":s", s}}), "Query key condition not supported"},
      {condition("begins_with(pk, :s) AND sk = :s", {{":s", s}}), "Query key condition not supported"},
      {condition("pk = :s AND sk = :n", {{":s", s}, {":n", N("1")}}),
       kInvalid + "Condition parameter type does not match schema type"},
      {condition("pk = :b", {{":b", Bool(true)}}), kInvalid + "Condition parameter type does not match schema type"},
      {condition("pk = :s AND sk = :s AND x = :s", {{":s", s}}),
       "The number of query conditions (3) exceeds the number of key attributes defined in the schema (2)"},
      {condition("pk = :s", {{":s", S("")}}),
       "One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty "
       "string value. Key: pk"},
      {condition("pk = :s OR sk = :s", {{":s", s}}), "Invalid operator used in KeyConditionExpression: OR"},
      {condition("pk = :s AND sk <> :s", {{":s", s}}), "Invalid operator used in KeyConditionExpression: <>"},
      {condition("pk = :s AND contains(sk, :s)", {{":s", s}}),
       "Invalid operator used in KeyConditionExpression: contains"},
      {condition("pk = :s AND size(sk) = :s", {{":s", s}}), "KeyConditionExpressions cannot contain nested operations"},
      {condition("pk = :s AND sk.x = :s", {{":s", s}}),
       "Invalid KeyConditionExpression: KeyConditionExpressions cannot have conditions on nested attributes"},
      {condition("pk = :s AND sk > :s AND sk < :s", {{":s", s}}),
       "Invalid KeyConditionExpression: KeyConditionExpressions must only contain one condition per key"},
      {condition("pk = :s AND begins_with(sk, :n)", {{":s", s}, {":n", N("1")}}),
       "Invalid KeyConditionExpression: Incorrect operand type for operator or function; operator or function: "
       "begins_with, operand type: N"},
      {condition("pk = :s AND sk BETWEEN :z AND :s", {{":s", s}, {":z", S("z")}}),
       "Invalid KeyConditionExpression: The BETWEEN operator requires upper bound to be greater than or equal to lower "
       "bound; lower bound operand: AttributeValue: {S:z}, upper bound operand: AttributeValue: {S:1}"},
      {[](QueryRequest& r) {
         r = QueryRequest();
         r.table_name = kItems;
         r.key_conditions = {{"pk", {ComparisonOperator::kEq, {{S("p")}}}},
                             {"sk", {ComparisonOperator::kNe, {{S("p")}}}}};
       },
       "Attempted conditional constraint is not an indexable operation"},
  };
  ExpectRefusals(Indexed(), cases);
}

// The current validation layer reports one of these members, the older layer all.
TEST(QueryRefusals, TheCurrentLayerReportsOneInvalidMemberAndTheOlderLayerAll) {
  const std::string capacity =
      "Value 'ALL' at 'returnConsumedCapacity' failed to satisfy constraint: Member must satisfy enum value set: "
      "[INDEXES, TOTAL, NONE]";
  const auto invalid = [](QueryRequest& r) {
    r.select = EnumField<Select>::FromText("count");
    r.return_consumed_capacity = EnumField<ReturnConsumedCapacity>::FromText("ALL");
  };
  const auto invalid_with_operator = [&](QueryRequest& r) {
    invalid(r);
    r.conditional_operator = EnumField<ConditionalOperator>::FromText("XOR");
    r.limit = 0;
  };
  const std::string all =
      "4 validation errors detected: Value 'count' at 'select' failed to satisfy constraint: Member must satisfy enum "
      "value set: [SPECIFIC_ATTRIBUTES, COUNT, ALL_ATTRIBUTES, ALL_PROJECTED_ATTRIBUTES]; " +
      capacity +
      "; Value 'XOR' at 'conditionalOperator' failed to satisfy constraint: Member must satisfy enum value set: [OR, "
      "AND]; Value '0' at 'limit' failed to satisfy constraint: Member must have value greater than or equal to 1";
  const AttributeValue deep = Nested(limits::kOlderLayerLevelsMin);
  const Case cases[] = {
      {invalid, "1 validation error detected: " + capacity},
      {invalid_with_operator, "Failed to satisfy constraint: Member must satisfy enum value set: [ALL, OR]"},
      {[&](QueryRequest& r) {
         invalid_with_operator(r);
         r.expression_fields = Fields({{":p", S("p")}, {":s", deep}});
       },
       all},
      {[&](QueryRequest& r) {
         invalid_with_operator(r);
         r.query_filter = {{"x", LegacyCondition{ComparisonOperator::kEq, std::vector<AttributeValue>{deep}}}};
       },
       all},
      {[&](QueryRequest& r) {
         invalid_with_operator(r);
         r.exclusive_start_key = AttributeMap{{"pk", deep}};
       },
       all},
  };
  ExpectRefusals(Indexed(), cases);
}

TEST(QueryRefusals, ATableWithoutSortKeyRefusesSortConditionsAndStartKeys) {
  TableDefinition definition = PlainTable(kItems);
  definition.key_schema = {Hash("pk")};
  definition.attribute_definitions = {Define("pk")};
  const Case cases[] = {
      {[](QueryRequest&) {}, "Query key condition not supported"},
      {[](QueryRequest& r) {
         r.key_condition_expression = "pk = :p";
         r.expression_fields = Fields({{":p", S("p")}});
         r.exclusive_start_key = AttributeMap{{"pk", S("p")}};
       },
       "The provided exclusive start key is invalid: ExclusiveStartKey: {pk=AttributeValue: {S:p}}"},
  };
  ExpectRefusals(definition, cases);
}

TEST(QueryRefusals, InvalidStartKeysAreRefused) {
  const auto start = [](AttributeMap key) { return [key](QueryRequest& r) { r.exclusive_start_key = key; }; };
  const auto global_start = [](AttributeMap key) {
    return [key](QueryRequest& r) {
      r = QueryIndex("global", "b = :b", Fields({{":b", S("b")}}));
      r.exclusive_start_key = key;
    };
  };
  const auto local_start = [](AttributeMap key) {
    return [key](QueryRequest& r) {
      r = QueryIndex("local", "pk = :p AND a > :a", Fields({{":p", S("p")}, {":a", S("3")}}));
      r.exclusive_start_key = key;
    };
  };
  const Case cases[] = {
      {start({}), kStartKey},
      {start({{"pk", S("p")}}), kStartKey},
      {start(ItemWith("p", "4", {{"x", S("1")}})), kStartKey},
      {start({{"pk", S("p")}, {"x", S("4")}}), kStartKey},
      {start({{"pk", S("p")}, {"sk", N("4")}}), kStartKey + ": " + kSchema},
      {start(Key("", "4")), kStartKey + ": " + kEmptyKey + "pk"},
      {start(Key("p", "")), kStartKey + ": " + kEmptyKey + "sk"},
      {start(Key(std::string(2'049, 'p'), "4")), kStartKey + ": " + kPartitionKeyTooLong},
      {start(Key("p", std::string(1'025, '4'))), kStartKey + ": " + kSortKeyTooLong},
      {start(Key("p", "2")), "The provided starting key does not match the range key predicate"},
      {start(Key("q", "2")), "The provided starting key does not match the range key predicate"},
      {start(Key("q", "4")), "The query can return at most one row and cannot be restarted"},
      {[](QueryRequest& r) {
         r = QueryPartition("p");
         r.exclusive_start_key = Key("q", "4");
       },
       "The provided starting key is outside query boundaries based on provided conditions"},
      {start({{"pk", S("p")}, {"sk", Ss({})}}), kStartKey + ": " + kInvalid + "An string set  may not be empty"},
      {start({{"pk", S("p")}, {"sk", Bs({})}}), kStartKey + ": " + kInvalid + "Binary sets should not be empty"},
      {start({{"pk", S("p")}, {"sk", Ns({})}}), kInvalid + "An number set  may not be empty"},
      {start({{"pk", S("p")}, {"sk", N("x")}}), "The parameter cannot be converted to a numeric value: x"},
      {start({{"pk", S("p")}, {"sk", Ss({"b", "a", "b"})}}),
       kInvalid + "Input collection [\"a\", \"b\", \"b\"] contains duplicates."},
      {global_start(Key("p", "4")), kStartKey},
      {global_start(ItemWith("p", "4", {{"b", N("1")}})), kStartKey + ": " + kSchema},
      {global_start({{"pk", S("p")}, {"sk", N("4")}, {"b", S("b")}}), kStartKey + ": " + kSchema},
      {global_start(ItemWith("p", "4", {{"b", S("c")}})),
       "The provided starting key is outside query boundaries based on provided conditions"},
      {local_start(ItemWith("p", "4", {{"b", S("c")}})), kStartKey},
      {local_start(ItemWith("p", "4", {{"a", S("2")}})),
       "The provided starting key does not match the range key predicate"},
  };
  ExpectRefusals(Indexed(), cases);
}

TEST(QueryRefusals, InvalidPathsAndFiltersAreRefused) {
  const std::string kScalars =
      "Key attributes must be scalars; list random access '[]' and map lookup '.' are not allowed: ";
  const auto filter = [](std::string text) {
    return [text](QueryRequest& r) {
      r.filter_expression = text;
      r.expression_fields.values->emplace_back(":v", S("v"));
    };
  };
  const std::string kFilter = "Filter Expression can only contain non-primary key attributes: Primary key attribute: ";
  const Case cases[] = {
      {filter("sk = :v"), kFilter + "sk"},
      {filter("x = :v AND pk = :v"), kFilter + "pk"},
      {filter("b.c = :v"), kScalars + "IndexKey: b"},
      {[](QueryRequest& r) { r.projection_expression = "pk.x"; }, kScalars + "Key: pk"},
      {[](QueryRequest& r) { r.projection_expression = "a[0]"; }, kScalars + "IndexKey: a"},
      {[](QueryRequest& r) {
         r = QueryRequest();
         r.table_name = kItems;
         r.key_conditions = {{"pk", {ComparisonOperator::kEq, {{S("p")}}}}};
         r.query_filter = {{"sk", {ComparisonOperator::kEq, {{S("p")}}}}};
       },
       "QueryFilter can only contain non-primary key attributes: Primary key attribute: sk"},
      {[&](QueryRequest& r) {
         r.index_name = "global";
         r.key_condition_expression = "b = :p";
         r.filter_expression = "b = :s";
       },
       kFilter + "b"},
  };
  ExpectRefusals(Indexed(), cases);
}

TEST(QueryRefusals, ReportTheFaultThatIsCheckedFirst) {
  TableDefinition definition = Indexed();
  definition.global_secondary_indexes->front().projection = Project(ProjectionType::kKeysOnly);
  ItemTable table(definition);
  // The last row has no fault: its Query reads the global index from a starting key, with a filter.
  QueryRequest good = QueryIndex("global", "b = :b", Fields({{":b", S("b")}, {":v", S("v")}}));
  good.filter_expression = "pk = :v";
  good.exclusive_start_key = ItemWith("p", "s", {{"b", S("b")}});
  const auto problem_in_start_key = ItemWith("p", "s", {{"b", S("b")}, {"x", N("bad")}});
  const Fault<QueryRequest> faults[] = {
      {[](QueryRequest& r) { r.limit = 0; }, "1 validation error detected: Value at 'Limit'"},
      {[](QueryRequest& r) { r.conditional_operator = ConditionalOperator::kOr; },
       "Can not use both expression and non-expression parameters"},
      {[&](QueryRequest& r) { r.exclusive_start_key = problem_in_start_key; },
       "The parameter cannot be converted to a numeric value: bad"},
      {[](QueryRequest& r) { r.expression_fields.values->emplace_back(":bad", Ss({})); },
       kInvalid + "An string set  may not be empty"},
      {[](QueryRequest& r) { r.filter_expression = "pk ="; }, "Invalid FilterExpression: Syntax error"},
      {[](QueryRequest& r) { r.expression_fields.values->emplace_back(":unused", N("1")); },
       "Value provided in ExpressionAttributeValues unused"},
      {[](QueryRequest& r) { r.key_condition_expression = "b <> :b"; },
       "Invalid operator used in KeyConditionExpression: <>"},
      {[](QueryRequest& r) { r.select = Select::kSpecificAttributes; },
       "1 validation error detected: Must specify the AttributesToGet"},
      {[](QueryRequest& r) { r.table_name = "Ghosts"; }, kTableNotFound},
      {[](QueryRequest& r) { r.index_name = "ghost"; }, "The table does not have the specified index: ghost"},
      {[](QueryRequest& r) { r.consistent_read = true; }, "Consistent reads are not supported"},
      {[](QueryRequest& r) { r.exclusive_start_key = Key("p", "s"); }, kStartKey},
      {[](QueryRequest& r) {
         r.exclusive_start_key = ItemWith("p", "s", {{"b", N("1")}});
       },
       kStartKey + ": " + kSchema},
      {[](QueryRequest& r) { r.key_condition_expression = "x = :b"; }, "Query condition missed key schema element: b"},
      {[](QueryRequest& r) {
         r.exclusive_start_key = AttributeMap{{"pk", S("p")}, {"sk", N("1")}, {"b", S("c")}};
       },
       kStartKey + ": " + kSchema},
      {[](QueryRequest& r) {
         r.exclusive_start_key = ItemWith("p", "s", {{"b", S("c")}});
       },
       "The provided starting key is outside query boundaries"},
      {[](QueryRequest& r) { r.filter_expression = "b = :v"; }, "Filter Expression can only contain non-primary key"},
      {[](QueryRequest& r) { r.select = Select::kAllAttributes; }, kInvalid + "Select type ALL_ATTRIBUTES"},
      {[](QueryRequest& r) { r.filter_expression = "pk.x = :v"; }, "Key attributes must be scalars"},
      {[](QueryRequest&) {}, "ok"},
  };
  ExpectFirstFaults(faults, good, [&](const QueryRequest& request) { return Outcome(Query(table.state, request)); });
}

}  // namespace
}  // namespace holdfast::testing
