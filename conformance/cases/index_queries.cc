// Queries of an index return the items that have all of its key attributes, under their current key, with the projected
// attributes.
#include "conformance/cases/cases.h"
#include "conformance/cases/steps/step.h"

namespace holdfast::conformance {
namespace {

// The indexes "keys" and "local" project only keys; "some" also projects the attribute "note".
TableDefinition Projections() {
  return {"cases-projections", R"("BillingMode":"PAY_PER_REQUEST",
      "AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"},{"AttributeName":"sk","AttributeType":"S"},
        {"AttributeName":"kind","AttributeType":"S"},{"AttributeName":"price","AttributeType":"N"}],
      "KeySchema":[{"AttributeName":"pk","KeyType":"HASH"},{"AttributeName":"sk","KeyType":"RANGE"}],
      "GlobalSecondaryIndexes":[
        {"IndexName":"keys","Projection":{"ProjectionType":"KEYS_ONLY"},
         "KeySchema":[{"AttributeName":"kind","KeyType":"HASH"}]},
        {"IndexName":"some","Projection":{"ProjectionType":"INCLUDE","NonKeyAttributes":["note"]},
         "KeySchema":[{"AttributeName":"kind","KeyType":"HASH"},{"AttributeName":"price","KeyType":"RANGE"}]}],
      "LocalSecondaryIndexes":[{"IndexName":"local","Projection":{"ProjectionType":"KEYS_ONLY"},
         "KeySchema":[{"AttributeName":"pk","KeyType":"HASH"},{"AttributeName":"price","KeyType":"RANGE"}]}])",
          ""};
}

// Expects that a query of gsi1 for this partition key returns exactly `items`, and `count` is their number.
CaseStep IndexContains(const std::string& what, const std::string& name, const std::string& items,
                       const std::string& count) {
  return Eventual(
      {what, "Query",
       R"j("TableName":"$table","IndexName":"gsi1","KeyConditionExpression":"gsi1pk = :p",
                      "ExpressionAttributeValues":{":p":{"S":"$pk()j" +
           name + R"j()"}})j",
       SuccessWith(R"({"Items":[)" + items + R"(],"Count":)" + count + R"(,"ScannedCount":)" + count + "}")});
}

CaseStep Update(const std::string& what, const std::string& expression, const std::string& values) {
  return {what, "UpdateItem",
          R"($at(a),"UpdateExpression":")" + expression + "\"" +
              (values.empty() ? "" : R"(,"ExpressionAttributeValues":{)" + values + "}"),
          SuccessWith("{}")};
}

void EntriesFollowWrites(CaseRun& run) {
  const std::string entry = R"j("gsi1pk":{"S":"$pk(free)"},"gsi1sk":{"S":"1"})j";
  const std::string moved = R"j("gsi1pk":{"S":"$pk(taken)"},"gsi1sk":{"S":"1"})j";
  RunSteps(
      run, run.Table(CasesTable()),
      {Given("a", entry),
       IndexContains("an item with the index's key is listed", "free", "{$key(a)," + entry + "}", "1"),
       Given("b", R"j("gsi1pk":{"S":"$pk(free)"})j"),
       Given("c", R"j("gsi1pk":{"S":"$pk(free)"},"gsi1sk":{"S":"0"})j"),
       IndexContains("an item without the index's whole key is not listed", "free",
                     R"j({$key(c),"gsi1pk":{"S":"$pk(free)"},"gsi1sk":{"S":"0"}},{$key(a),)j" + entry + "}", "2"),
       {"the item with the index's lesser key is deleted", "DeleteItem", "$at(c)", SuccessWith("{}")},
       IndexContains("a deleted item is not listed", "free", "{$key(a)," + entry + "}", "1"),
       Update("an item's index key changes", "SET gsi1pk = :p, n = :n", R"j(":p":{"S":"$pk(taken)"},":n":{"N":"1"})j"),
       IndexContains("it is listed where it has moved", "taken", "{$key(a)," + moved + R"(,"n":{"N":"1"}})", "1"),
       IndexContains("it is not listed where it was", "free", "", "0"),
       Update("an attribute beside the key changes", "SET n = n + :n", R"(":n":{"N":"1"})"),
       IndexContains("the index follows", "taken", "{$key(a)," + moved + R"(,"n":{"N":"2"}})", "1"),
       Update("an item loses its index key", "REMOVE gsi1sk", ""),
       IndexContains("it is listed no more", "taken", "", "0"),
       Stored("a", R"j("gsi1pk":{"S":"$pk(taken)"},"n":{"N":"2"})j")});
}

// Several items may have equal index keys; only a table's keys are unique.
void EqualKeysAndPages(CaseRun& run) {
  const std::string entry = R"j("gsi1pk":{"S":"$pk(same)"},"gsi1sk":{"S":"same"})j";
  RunSteps(run, run.Table(CasesTable()),
           {Given("first", entry), Given("second", entry),
            Eventual({"two items with one index key are listed", "Query",
                      R"j("TableName":"$table","IndexName":"gsi1","Select":"COUNT",
                         "KeyConditionExpression":"gsi1pk = :p AND gsi1sk = :s",
                         "ExpressionAttributeValues":{":p":{"S":"$pk(same)"},":s":{"S":"same"}})j",
                      SuccessWith(R"({"Count":2,"ScannedCount":2})")})});
  const Response page = Require(run.client().Query({.table = run.Table(CasesTable()),
                                                    .index = "gsi1",
                                                    .key_condition = "gsi1pk = :p",
                                                    .values = {{":p", S(run.Key("same"))}},
                                                    .limit = 1}));
  const Item last = page.last_evaluated_key();
  const bool names_all =
      last.size() == 4 && Has(last, "pk") && Has(last, "sk") && Has(last, "gsi1pk") && Has(last, "gsi1sk");
  run.Expect(names_all, "an index's LastEvaluatedKey names its own key and the table's, got " + ToText(last));
}

void ProjectedAttributes(CaseRun& run) {
  const std::string key = R"j($key(item),"kind":{"S":"$pk(lamp)"})j";
  const auto query = [](const std::string& what, const std::string& index, const std::string& more,
                        const std::string& item) {
    return Eventual({what, "Query",
                     R"j("TableName":"$table","KeyConditionExpression":"kind = :k","IndexName":")j" + index +
                         R"j(","ExpressionAttributeValues":{":k":{"S":"$pk(lamp)"}})j" + more,
                     SuccessWith(R"({"Items":[)" + item + R"(],"Count":1,"ScannedCount":1})")});
  };
  const std::string local = R"j("TableName":"$table","IndexName":"local","ConsistentRead":true,
      "KeyConditionExpression":"pk = :pk AND price < :p",
      "ExpressionAttributeValues":{":pk":{"S":"$pk(item)"},":p":{"N":"10"}})j";
  RunSteps(
      run, run.Table(Projections()),
      {Given("item", R"j("kind":{"S":"$pk(lamp)"},"price":{"N":"5"},"note":{"S":"n"},"extra":{"S":"e"})j"),
       query("an index of keys only shows its key and the table's", "keys", "", "{" + key + "}"),
       query("an index that includes attributes shows them beside the keys", "some", "",
             "{" + key + R"(,"price":{"N":"5"},"note":{"S":"n"}})"),
       query("a projection of what the index has", "some", R"(,"ProjectionExpression":"note")",
             R"({"note":{"S":"n"}})"),
       {"everything, of an index that has not everything", "Query",
        R"("TableName":"$table","IndexName":"keys","KeyConditionExpression":"kind = :k","Select":"ALL_ATTRIBUTES",
           "ExpressionAttributeValues":{":k":{"S":"lamp"}})",
        Invalid("One or more parameter values were invalid: Select type ALL_ATTRIBUTES is not supported for global "
                "secondary index keys because its projection type is not ALL")},
       {"a local index, consistently", "Query", local,
        SuccessWith(R"({"Items":[{$key(item),"price":{"N":"5"}}],"Count":1,"ScannedCount":1})")},
       {"everything, of a local index that has not everything", "Query", local + R"(,"Select":"ALL_ATTRIBUTES")",
        SuccessWith(R"j({"Items":[{$key(item),"kind":{"S":"$pk(lamp)"},"price":{"N":"5"},"note":{"S":"n"},
                   "extra":{"S":"e"}}],"Count":1,"ScannedCount":1})j")}});
}

void InvalidIndexRequests(CaseRun& run) {
  RunSteps(
      run, run.Table(CasesTable()),
      {{"an index that there is not", "Query",
        R"("TableName":"$table","IndexName":"nowhere","KeyConditionExpression":"pk = :p",
                "ExpressionAttributeValues":{":p":{"S":"x"}})",
        Invalid("The table does not have the specified index: nowhere")},
       {"a put with an index key of another type", "PutItem",
        R"("TableName":"$table","Item":{$key(typed),"gsi1pk":{"N":"1"}})",
        Invalid("One or more parameter values were invalid: Type mismatch for Index Key gsi1pk Expected: S Actual: "
                "N IndexName: gsi1")},
       {"a put with an empty index key", "PutItem", R"("TableName":"$table","Item":{$key(typed),"gsi1pk":{"S":""}})",
        Invalid("One or more parameter values are not valid. A value specified for a secondary index key is not "
                "supported. The AttributeValue for a key attribute cannot contain an empty string value. "
                "IndexName: gsi1, IndexKey: gsi1pk")},
       NotStored("typed")});
}

}  // namespace

CaseDescription IndexQueries() {
  return {"index-queries", "An index lists the items that have its key, where their key is now, with what it projects.",
          InOrder({EntriesFollowWrites, EqualKeysAndPages, ProjectedAttributes, InvalidIndexRequests})};
}

}  // namespace holdfast::conformance
