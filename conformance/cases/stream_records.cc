// The stream records of each kind of write, in the order of an item's changes, and writes that have no record.
#include <string>
#include <utility>
#include <vector>

#include "conformance/cases/cases.h"
#include "conformance/cases/steps/transact.h"
#include "conformance/client/stream_reader.h"
#include "conformance/runner/eventually.h"

namespace holdfast::conformance {
namespace {

Item KeyOf(CaseRun& run, std::string_view name) { return {{"pk", S(run.Key(name))}, {"sk", S("0")}}; }

// The records of one item, as lines "MODIFY old → new".
std::vector<std::string> Format(const std::vector<StreamRecord>& records, const Item& key) {
  const auto image = [](const Item& item) { return item.empty() ? std::string("-") : ToText(item); };
  std::vector<std::string> lines;
  for (const StreamRecord& record : records) {
    if (record.keys != key) continue;
    lines.push_back(record.event_name + " " + image(record.old_image) + " → " + image(record.new_image));
  }
  return lines;
}

std::string Joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += (text.empty() ? "" : "; ") + line;
  return text;
}

// Reads until the last expected record has arrived. It belongs to the last write, so all earlier records have arrived,
// too.
void ExpectRecords(CaseRun& run, const std::string& table, const Item& key, const std::vector<std::string>& expected,
                   const std::string& what) {
  StreamReader reader(&run.client(), run.tables().StreamArn(table));
  std::vector<std::string> seen;
  Eventually([&] {
    for (std::string& line : Format(reader.Read(), key)) seen.push_back(std::move(line));
    return seen.size() >= expected.size() && seen.back() == expected.back();
  });
  run.Expect(seen == expected, what + ": expected the records " + Joined(expected) + ", got " + Joined(seen));
}

void RecordsOfWrites(CaseRun& run) {
  const std::string& table = run.Table(CasesTable());
  const std::string add_one = R"("UpdateExpression":"ADD n :v","ExpressionAttributeValues":{":v":{"N":"1"}})";
  const std::string fails = R"j({"ConditionCheck":{$at(none),"ConditionExpression":"attribute_exists(pk)"}})j";
  RunSteps(
      run, table,
      {Given("item", R"("n":{"N":"1"},"tags":{"SS":["a","b"]})"),
       Given("item", R"("tags":{"SS":["b","a"]},"n":{"N":"1.0"})"),
       {"SET of the value that is there", "UpdateItem",
        R"($at(item),"UpdateExpression":"SET n = :v","ExpressionAttributeValues":{":v":{"N":"1"}})", SuccessWith("{}")},
       {"REMOVE of what is not there", "UpdateItem", R"($at(item),"UpdateExpression":"REMOVE gone")",
        SuccessWith("{}")},
       {"a refused put", "PutItem",
        R"j("TableName":"$table","Item":{$key(item)},"ConditionExpression":"attribute_not_exists(pk)")j",
        ConditionFails()},
       {"an update", "UpdateItem", "$at(item)," + add_one, SuccessWith("{}")},
       Given("item", R"("n":{"N":"5"})"),
       Transact("a cancelled transaction", {R"({"Update":{$at(item),)" + add_one + "}}", fails},
                Cancelled({NoReason(), ConditionReason()})),
       Transact("a transaction", {R"({"Update":{$at(item),)" + add_one + "}}", PutAction("item/1", "")},
                SuccessWith("{}")),
       {"a delete", "DeleteItem", "$at(item)", SuccessWith("{}")},
       {"a delete of what is gone", "DeleteItem", "$at(item)", SuccessWith("{}")},
       {"an update that makes the item again", "UpdateItem", "$at(item)," + add_one, SuccessWith("{}")}});

  const Item key = KeyOf(run, "item");
  const auto with = [&key](int64_t n, bool tags) {
    Item item = key;
    item["n"] = N(n);
    if (tags) item["tags"] = Ss({"a", "b"});
    return ToText(item);
  };
  ExpectRecords(
      run, table, key,
      {"INSERT - → " + with(1, true), "MODIFY " + with(1, true) + " → " + with(2, true),
       "MODIFY " + with(2, true) + " → " + with(5, false), "MODIFY " + with(5, false) + " → " + with(6, false),
       "REMOVE " + with(6, false) + " → -", "INSERT - → " + with(1, false)},
      "an item's changes");
}

TableDefinition TableWithStream(const std::string& view_type) {
  std::string name = "cases-" + view_type;
  return {std::move(name),
          R"("BillingMode":"PAY_PER_REQUEST",
      "AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"},{"AttributeName":"sk","AttributeType":"S"}],
      "KeySchema":[{"AttributeName":"pk","KeyType":"HASH"},{"AttributeName":"sk","KeyType":"RANGE"}],
      "StreamSpecification":{"StreamEnabled":true,"StreamViewType":")" +
              view_type + "\"}",
          ""};
}

// Expects INSERT, MODIFY and REMOVE records, each with the images that the view type includes.
void ExpectImages(CaseRun& run, const std::string& view_type, bool includes_old, bool includes_new) {
  const std::string& table = run.Table(TableWithStream(view_type));
  RunSteps(run, table,
           {Given("item", R"("n":{"N":"1"})"),
            Given("item", R"("n":{"N":"2"})"),
            {"a delete", "DeleteItem", "$at(item)", SuccessWith("{}")}});
  const Item key = KeyOf(run, "item");
  const auto image = [&key](bool included, int64_t n) {
    Item item = key;
    item["n"] = N(n);
    return included ? ToText(item) : std::string("-");
  };
  ExpectRecords(
      run, table, key,
      {"INSERT - → " + image(includes_new, 1), "MODIFY " + image(includes_old, 1) + " → " + image(includes_new, 2),
       "REMOVE " + image(includes_old, 2) + " → -"},
      "a stream of " + view_type);
}

}  // namespace

CaseDescription StreamRecords() {
  return {"stream-records", "Each change of an item is one record, in order; a write that changes nothing is none.",
          [](CaseRun& run) {
            RecordsOfWrites(run);
            ExpectImages(run, "KEYS_ONLY", false, false);
            ExpectImages(run, "NEW_IMAGE", false, true);
            ExpectImages(run, "OLD_IMAGE", true, false);
          }};
}

}  // namespace holdfast::conformance
