// The errors of UpdateItem: their texts, which one is reported if there are several, and the limits of an update.
#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "tests/engine/operations/item_table.h"
#include "tests/engine/operations/spoiled_requests.h"

namespace holdfast::testing {
namespace {

const std::string kOneError = "1 validation error detected: ";
const std::string kInvalid = "One or more parameter values were invalid: ";
const std::string kNotValid = "One or more parameter values are not valid. ";

// A valid UpdateItem request to a table with local index `local` on a and global index `global` on b.
UpdateItemRequest ValidRequest() { return Update(Key("p", "s"), "SET v = :v", Fields({{":v", N("1")}})); }

using Case = Fault<UpdateItemRequest>;
template <size_t size>
void ExpectRefusals(const Case (&cases)[size]) {
  ItemTable table(IndexedTable(kItems));
  ExpectFaults(cases, ValidRequest(), [&](const UpdateItemRequest& request) {
    const std::string outcome = Outcome(UpdateItem(table.state, request));
    EXPECT_EQ(table.Stored(Key("p", "s")), kAbsent);
    return outcome;
  });
}
std::function<void(UpdateItemRequest&)> SetUpdate(std::string expression, Values values = {}) {
  return [expression, values](UpdateItemRequest& r) {
    r.update_expression = expression;
    r.expression_fields = Fields(values);
  };
}

TEST(UpdateRefusals, InvalidMembersAreRefused) {
  const Case cases[] = {
      {[](UpdateItemRequest& r) { r.table_name.reset(); },
       kOneError + "Value null at 'tableName' failed to satisfy constraint: Member must not be null"},
      {[](UpdateItemRequest& r) { r.table_name = ""; },
       kOneError +
           "Value at 'TableName' failed to satisfy constraint: Member must have length greater than or equal to 1"},
      {[](UpdateItemRequest& r) { r.table_name = std::string(256, 'a'); },
       kOneError + "Value '" + std::string(256, 'a') +
           "' at 'tableName' failed to satisfy constraint: Member must have length less than or equal to 255"},
      {[](UpdateItemRequest& r) { r.key.reset(); },
       kOneError + "Value null at 'key' failed to satisfy constraint: Member must not be null"},
      {[](UpdateItemRequest& r) {
         r.key.reset();
         r.table_name = "";
         r.return_values = EnumField<ReturnValues>::FromText("INVALID");
         r.return_consumed_capacity = EnumField<ReturnConsumedCapacity>::FromText("INVALID");
       },
       "4 validation errors detected: Value 'INVALID' at 'returnConsumedCapacity' failed to satisfy constraint: Member "
       "must satisfy enum value set: [INDEXES, TOTAL, NONE]; Value '' at 'tableName' failed to satisfy constraint: "
       "Member must have length greater than or equal to 1; Value 'INVALID' at 'returnValues' failed to satisfy "
       "constraint: Member must satisfy enum value set: [ALL_NEW, UPDATED_OLD, ALL_OLD, NONE, UPDATED_NEW]; Value null "
       "at 'key' failed to satisfy constraint: Member must not be null"},
      {[](UpdateItemRequest& r) {
         r.key.reset();
         r.conditional_operator = EnumField<ConditionalOperator>::FromText("XOR");
       },
       "2 validation errors detected: Value 'XOR' at 'conditionalOperator' failed to satisfy constraint: Member must "
       "satisfy enum value set: [OR, AND]; Value null at 'key' failed to satisfy constraint: Member must not be null"},
      {[](UpdateItemRequest& r) {
         r.return_values = EnumField<ReturnValues>::FromText("INVALID");
         r.return_consumed_capacity = EnumField<ReturnConsumedCapacity>::FromText("INVALID");
       },
       kOneError + "Failed to satisfy constraint: Member must satisfy enum value set: [ALL_OLD, UPDATED_OLD, ALL_NEW, "
                   "UPDATE_NEW, NONE]"},
      {[](UpdateItemRequest& r) {
         r.return_item_collection_metrics = EnumField<ReturnItemCollectionMetrics>::FromText("size");
       },
       kOneError + "Value 'size' at 'returnItemCollectionMetrics' failed to satisfy constraint: Member must satisfy "
                   "enum value set: [SIZE, NONE]"},
      {[](UpdateItemRequest& r) { r.conditional_operator = EnumField<ConditionalOperator>::FromText("XOR"); },
       kOneError + "Failed to satisfy constraint: Member must satisfy enum value set: [ALL, OR]"},
      {[](UpdateItemRequest& r) {
         r.expected.emplace();
         r.attribute_updates.emplace();
         r.condition_expression = "v = :v";
       },
       kOneError +
           "Can not use both expression and non-expression parameters in the same request: Non-expression parameters: "
           "{AttributeUpdates, Expected} Expression parameters: {UpdateExpression, ConditionExpression}"},
      {[](UpdateItemRequest& r) { r.update_expression.reset(); },
       kOneError + "ExpressionAttributeValues can only be specified when using expressions"},
      {[](UpdateItemRequest& r) {
         r.update_expression.reset();
         r.expression_fields = Fields({}, {{"#n", "n"}});
       },
       kOneError + "ExpressionAttributeNames can only be specified when using expressions"},
      {[](UpdateItemRequest& r) { r.expression_fields.values->clear(); },
       kOneError + "ExpressionAttributeValues must not be empty"},
      {SetUpdate("SET v = :v", {{":v", N("x")}}),
       kOneError + "The parameter cannot be converted to a numeric value: x"},
      {SetUpdate("SET v = :v", {{":v", Ss({"b", "a", "b"})}}),
       kOneError + kInvalid + "Input collection [\"a\", \"b\", \"b\"] contains duplicates."},
      {SetUpdate(""), kOneError + "Invalid UpdateExpression: The expression can not be empty;"},
      {SetUpdate("SET v"), kOneError + R"(Invalid UpdateExpression: Syntax error; token: "<EOF>", near: "v")"},
      {SetUpdate("SET v = :v, v = :v", {{":v", N("1")}}),
       kOneError + "Invalid UpdateExpression: Two document paths overlap with each other; must remove or rewrite one "
                   "of these paths; path one: [v], path two: [v]"},
      {SetUpdate("ADD v :v", {{":v", S("1")}}), kOneError + "Invalid UpdateExpression: Incorrect operand type for "
                                                            "operator or function; operator: ADD, operand type: "
                                                            "STRING"},
      {SetUpdate("REMOVE v", {{":v", N("1")}}),
       kOneError + "Value provided in ExpressionAttributeValues unused in expressions: keys: {:v}"},
      {[](UpdateItemRequest& r) { r.condition_expression = "v = :w"; },
       kOneError + "Invalid ConditionExpression: An expression attribute value used in expression is not defined; "
                   "attribute value: :w"},
      {[](UpdateItemRequest& r) { r.table_name = "Ghosts"; }, kTableNotFound},
  };
  ExpectRefusals(cases);
}

TEST(UpdateRefusals, InvalidKeysAreRefused) {
  const std::string kSchema = "The provided key element does not match the schema";
  const auto key = [](AttributeMap value) { return [value](UpdateItemRequest& r) { r.key = value; }; };
  const Case cases[] = {
      {key({}), kSchema},
      {key({{"pk", S("p")}}), kSchema},
      {key({{"pk", S("p")}, {"x", S("s")}}), kSchema},
      {key({{"pk", S("p")}, {"sk", N("1")}}), kSchema},
      {key(ItemWith("p", "s", {{"x", S("1")}})), kSchema},
      {key(Key("", "s")),
       kNotValid + "The AttributeValue for a key attribute cannot contain an empty string value. Key: pk"},
      {key(Key("p", "")),
       kNotValid + "The AttributeValue for a key attribute cannot contain an empty string value. Key: sk"},
      {key(Key(std::string(2049, 'p'), "s")),
       kInvalid + "Size of hashkey has exceeded the maximum size limit of2048 bytes"},
      {key(Key("p", std::string(1025, 's'))),
       kInvalid + "Aggregated size of all range keys has exceeded the size limit of 1024 bytes"},
      {key({{"pk", S("p")}, {"sk", N("x")}}), kOneError + "The parameter cannot be converted to a numeric value: x"},
  };
  ExpectRefusals(cases);
}

TEST(UpdateRefusals, InvalidUpdatesOfKeysAreRefused) {
  const auto part_of_key = [](const std::string& name) {
    return kInvalid + "Cannot update attribute " + name + ". This attribute is part of the key";
  };
  const std::string kScalars =
      "Key attributes must be scalars; list random access '[]' and map lookup '.' are not allowed: ";
  const std::string kTooLong =
      "The update expression attempted to update the secondary index key beyond allowed size limits";
  const std::string kEmpty = kNotValid +
                             "The update expression attempted to update a secondary index key to a value that is not "
                             "supported. The AttributeValue for a key attribute cannot contain an empty string value.";
  const Case cases[] = {
      {SetUpdate("SET pk = :v", {{":v", S("p")}}), part_of_key("pk")},
      {SetUpdate("SET v = :v REMOVE sk", {{":v", S("p")}}), part_of_key("sk")},
      {SetUpdate("ADD pk :v", {{":v", N("1")}}), part_of_key("pk")},
      {SetUpdate("DELETE sk :v", {{":v", Ss({"1"})}}), part_of_key("sk")},
      {SetUpdate("SET pk.x = :v", {{":v", S("p")}}), part_of_key("pk")},
      {SetUpdate("SET v = pk.x"), kScalars + "Key: pk"},
      {SetUpdate("SET a.x = :v", {{":v", S("p")}}), kScalars + "IndexKey: a"},
      {SetUpdate("SET v = b[0]"), kScalars + "IndexKey: b"},
      {[](UpdateItemRequest& r) { r.condition_expression = "b.c = :v"; }, kScalars + "IndexKey: b"},
      {[](UpdateItemRequest& r) { r.condition_expression = "sk[1] = :v"; }, kScalars + "Key: sk"},
      {SetUpdate("SET a = :v", {{":v", N("1")}}),
       kInvalid + "Type mismatch for Index Key a Expected: S Actual: N IndexName: local"},
      {SetUpdate("SET a = :v, b = :w", {{":v", N("1")}, {":w", Null()}}),
       kInvalid + "Type mismatch for Index Key b Expected: S Actual: NULL IndexName: global"},
      {SetUpdate("ADD b :v", {{":v", N("1")}}),
       kInvalid + "Type mismatch for Index Key b Expected: S Actual: N IndexName: global"},
      {SetUpdate("SET b = :v", {{":v", S("")}}), kEmpty},
      // The type is known only from the result.
      {SetUpdate("SET b = if_not_exists(gone, :v)", {{":v", N("1")}}),
       "The update expression attempted to update the secondary index key to unsupported type"},
      {SetUpdate("SET b = if_not_exists(gone, :v)", {{":v", S("")}}), kEmpty},
      {SetUpdate("SET b = :v", {{":v", S(std::string(2049, 'b'))}}), kTooLong},
      {SetUpdate("SET a = if_not_exists(gone, :v)", {{":v", S(std::string(1025, 'a'))}}), kTooLong},
      // Errors of the table's key come before those of index keys, and these before errors of nested paths.
      {SetUpdate("SET b = :v, pk = :v", {{":v", N("1")}}), part_of_key("pk")},
      {SetUpdate("SET a.x = :v, b = :v", {{":v", N("1")}}),
       kInvalid + "Type mismatch for Index Key b Expected: S Actual: N IndexName: global"},
  };
  ExpectRefusals(cases);
}

// The type of the new value is known only from the stored item.
TEST(UpdateRefusals, AnIndexKeyTakenFromAnotherAttributeIsCheckedInTheResult) {
  ItemTable table(IndexedTable(kItems));
  table.Store(ItemWith("p", "s", {{"b", S("b")}, {"n", N("1")}}));
  EXPECT_EQ(Outcome(UpdateItem(table.state, Update(Key("p", "s"), "SET b = n"))),
            "The update expression attempted to update the secondary index key to unsupported type");
  EXPECT_EQ(Outcome(UpdateItem(table.state, Update(Key("p", "s"), "SET c = b"))), "ok");
  EXPECT_EQ(Outcome(UpdateItem(table.state, Update(Key("p", "s"), "SET a = b"))), "ok");
}

TEST(UpdateRefusals, ReportTheFaultThatIsCheckedFirst) {
  const Fault<UpdateItemRequest> faults[] = {
      {[](UpdateItemRequest& r) { r.table_name = ""; }, kOneError + "Value at 'TableName'"},
      {[](UpdateItemRequest& r) { r.return_values = EnumField<ReturnValues>::FromText("x"); },
       kOneError + "Failed to satisfy constraint"},
      {[](UpdateItemRequest& r) { r.expected.emplace(); },
       kOneError + "Can not use both expression and non-expression"},
      {[](UpdateItemRequest& r) {
         r.key = AttributeMap{{"pk", S("p")}, {"sk", N("bad")}};
       },
       kOneError + "The parameter cannot be converted to a numeric value: bad"},
      {[](UpdateItemRequest& r) { r.expression_fields.values->emplace_back("bad", N("1")); },
       kOneError + R"(ExpressionAttributeValues contains invalid key: Syntax error; key: "bad")"},
      {[](UpdateItemRequest& r) { r.expression_fields.values->emplace_back(":null", Ss({})); },
       kOneError + kInvalid + "An string set"},
      {[](UpdateItemRequest& r) { r.update_expression = "SET"; }, kOneError + "Invalid UpdateExpression: Syntax error"},
      {[](UpdateItemRequest& r) { r.condition_expression = "("; },
       kOneError + "Invalid ConditionExpression: Syntax error"},
      {[](UpdateItemRequest& r) {
         r.expression_fields.names = Names{{"#unused", "n"}};
       },
       kOneError + "Value provided in ExpressionAttributeNames unused"},
      {[](UpdateItemRequest& r) { r.expression_fields.values->emplace_back(":unused", N("1")); },
       kOneError + "Value provided in ExpressionAttributeValues unused"},
      {[](UpdateItemRequest& r) { r.table_name = "Ghosts"; }, kTableNotFound},
      {[](UpdateItemRequest& r) {
         r.key = AttributeMap{{"pk", S("")}, {"sk", N("1")}};
       },
       "The provided key element does not match the schema"},
      {[](UpdateItemRequest& r) { r.key = Key("", std::string(1025, 's')); },
       kNotValid + "The AttributeValue for a key attribute cannot contain an empty string value. Key: pk"},
      {[](UpdateItemRequest& r) { r.key = Key("p", std::string(1025, 's')); },
       kInvalid + "Aggregated size of all range keys"},
      {[](UpdateItemRequest& r) { r.update_expression = "SET pk = :v"; }, kInvalid + "Cannot update attribute pk"},
      {[](UpdateItemRequest& r) { r.update_expression = "SET b = :v"; }, kInvalid + "Type mismatch for Index Key b"},
      {[](UpdateItemRequest& r) { r.update_expression = "SET v = :v, w = b.c"; }, "Key attributes must be scalars"},
      {[](UpdateItemRequest& r) { r.condition_expression = "attribute_exists(pk)"; }, kConditionFailed},
      {[](UpdateItemRequest& r) { r.update_expression = "SET v = gone + :v"; },
       "The provided expression refers to an attribute that does not exist in the item"},
      {[](UpdateItemRequest&) {}, "ok"},
  };
  ItemTable table(IndexedTable(kItems));
  ExpectFirstFaults(faults, ValidRequest(),
                    [&](const UpdateItemRequest& request) { return Outcome(UpdateItem(table.state, request)); });
}

// Otherwise the invalid names would be stored.
TEST(UpdateRefusals, InvalidAttributeNamesInAttributeUpdatesAreRefused) {
  const auto updates = [](std::string name, AttributeValue value) {
    return [name, value](UpdateItemRequest& r) {
      r.update_expression.reset();
      r.expression_fields = {};
      r.attribute_updates = {{"fine", AttributeValueUpdate{{}, N("bad")}}, {name, AttributeValueUpdate{{}, value}}};
    };
  };
  const auto alone = [](AttributeValue value) {
    return [value](UpdateItemRequest& r) {
      r.update_expression.reset();
      r.expression_fields = {};
      r.attribute_updates = {{"a", AttributeValueUpdate{{}, value}}};
    };
  };
  const Case cases[] = {
      {updates("", N("1")), "Empty attribute name"},
      {updates(std::string(65'536, 'a'), N("1")),
       kInvalid + "Attribute name is too large, must be less than 65536 bytes; the limit is 65535"},
      {updates("b", N("1")), kOneError + "The parameter cannot be converted to a numeric value: bad"},
      // Inside of a value, an empty name and too many levels are reported without the prefix, too.
      {alone(M({{"", N("1")}})), "Empty attribute name"},
      {alone(Nested(33)),
       "Nesting Levels have exceeded supported limits: Attributes in the item have nested levels beyond supported "
       "limit"},
  };
  ExpectRefusals(cases);
}

TEST(UpdateRefusals, MoreThanThirtyTwoLevelsAreRefused) {
  ItemTable table;
  const std::string too_deep =
      "Nesting Levels have exceeded supported limits: Attributes in the item have nested levels beyond supported limit";
  EXPECT_EQ(Outcome(UpdateItem(table.state, Update(Key("p", "s"), "SET v = :v", Fields({{":v", Nested(33)}})))),
            kOneError + too_deep)
      << "an error of a value in the request has a prefix, an error of the resulting item has none";
  EXPECT_EQ(Outcome(UpdateItem(table.state, Update(Key("p", "s"), "SET v = :v", Fields({{":v", Nested(32)}})))), "ok");
  // The value is not too deep, but the result is.
  table.Store(ItemWith("p", "m", {{"m", M({})}}));
  EXPECT_EQ(Outcome(UpdateItem(table.state, Update(Key("p", "m"), "SET m.x = :v", Fields({{":v", Nested(32)}})))),
            too_deep);
  EXPECT_EQ(Outcome(UpdateItem(table.state, Update(Key("p", "m"), "SET m.x = :v", Fields({{":v", Nested(31)}})))),
            "ok");
}

// UpdateItem limits the size of the item to 400 KB, and also the charge of its UpdateExpression (update_charge.h),
// which is larger than the item if the key is short. `charge` is that of each expression without the value of z.
TEST(UpdateRefusals, AnExpressionMayBeChargedFourHundredKilobytes) {
  struct ChargedUpdate {
    std::string update;
    size_t charge;
  };
  const ChargedUpdate updates_with_charges[] = {
      {"SET z = :z", 23},
      {"SET z = :z, y = :s", 23 + 20 + 1},
      {"SET z = :z REMOVE y", 23 + 2},
      {"SET z = :z DELETE t :t", 23 + 2},
      {"SET z = :z ADD n :n", 23 + 20 + 2},
      {"SET z = :z ADD t :t", 23 + 20},
      {"SET z = :z, n = n + :n", 23 + 20 + 34 + 16 + 2},
      {"SET z = :z, l[0] = :s", 23 + 25 + 1},
      {"SET z = if_not_exists(z, :z)", 23 + 39 + 16},
  };
  const std::string too_large = "Item size to update has exceeded the maximum allowed size";
  for (const ChargedUpdate& c : updates_with_charges) {
    SCOPED_TRACE(c.update);
    const auto update_to = [&](size_t bytes) {
      ItemTable table;
      table.Store(ItemWith("p", "s", {{"y", S("y")}, {"t", Ss({"a", "b"})}, {"n", N("1")}, {"l", L({S("s")})}}));
      Values all = {{":z", S(std::string(bytes, 'z'))}};
      if (c.update.find(":s") != std::string::npos) all.emplace_back(":s", S("s"));
      if (c.update.find(":t") != std::string::npos) all.emplace_back(":t", Ss({"a"}));
      if (c.update.find(":n") != std::string::npos) all.emplace_back(":n", N("1"));
      return Outcome(UpdateItem(table.state, Update(Key("p", "s"), c.update, Fields(all))));
    };
    EXPECT_EQ(update_to(409'600 - c.charge), "ok");
    EXPECT_EQ(update_to(409'600 - c.charge + 1), too_large);
  }
}

TEST(UpdateRefusals, AnExpressionChargedMoreIsRefusedEvenIfTheConditionIsFalse) {
  ItemTable table;
  UpdateItemRequest request =
      Update(Key("p", "s"), "SET c = if_not_exists(c, :v)", Fields(Values{{":v", S(std::string(409'700, 'v'))}}));
  request.condition_expression = "attribute_exists(nothing_there)";
  EXPECT_EQ(Outcome(UpdateItem(table.state, request)), "Item size to update has exceeded the maximum allowed size");
}

// With a long key, the item is larger than the charge of the expression.
TEST(UpdateRefusals, AnItemWithALongKeyMayBecomeFourHundredKilobytes) {
  ItemTable table;
  const std::string sk(100, 's');
  const auto update_to = [&](size_t size_bytes) {
    const size_t other_bytes = Key("p", sk).view().size_bytes() + 1;
    return Outcome(UpdateItem(table.state, Update(Key("p", sk), "SET z = :z",
                                                  Fields({{":z", S(std::string(size_bytes - other_bytes, 'z'))}}))));
  };
  EXPECT_EQ(update_to(409'600), "ok");
  EXPECT_EQ(update_to(409'601), "Item size to update has exceeded the maximum allowed size");
}

}  // namespace
}  // namespace holdfast::testing
