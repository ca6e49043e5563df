// The life of a table, from its creation to its deletion: the statuses that an SDK's waiters poll for, and the errors
// of requests while there is no table and while there is one.
#include <chrono>
#include <string>
#include <thread>

#include "conformance/cases/cases.h"
#include "conformance/cases/steps/shorthands.h"
#include "conformance/cases/steps/step.h"
#include "conformance/client/interruption.h"
#include "conformance/runner/tables.h"

namespace holdfast::conformance {
namespace {

constexpr char kDefinition[] = R"("TableName":"$table","BillingMode":"PAY_PER_REQUEST",
    "AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"},{"AttributeName":"sk","AttributeType":"S"}],
    "KeySchema":[{"AttributeName":"pk","KeyType":"HASH"},{"AttributeName":"sk","KeyType":"RANGE"}])";
constexpr std::chrono::milliseconds kPollPause{100};

// The table that this case creates and deletes. If the case ends early, its TableSet deletes it.
class CaseTable {
 public:
  // `wait_max`: how long to wait for a status.
  CaseTable(Client* client, std::string name, std::chrono::seconds wait_max)
      : client_(*client), name_(std::move(name)), request_("{\"TableName\":\"" + name_ + "\"}"), wait_max_(wait_max) {}

  const std::string& name() const { return name_; }
  Response Describe() { return client_.Call("DescribeTable", request_); }
  // The table's status, such as "ACTIVE"; empty if there is no such table; the error's name if DescribeTable fails for
  // another reason.
  std::string Status() {
    const Response response = Describe();
    if (response.Is("ResourceNotFoundException")) return "";
    if (!response.ok()) return response.error();
    const rapidjson::Value* const table = Member(response.json(), "Table");
    return table == nullptr ? "" : std::string(StringMember(*table, "TableStatus"));
  }
  // Polls, as an SDK's waiter does, until the table has this status, --table-wait has passed or the run is interrupted.
  // Returns the last status.
  std::string WaitFor(const std::string& status) {
    const auto deadline = std::chrono::steady_clock::now() + wait_max_;
    std::string seen = Status();
    while (seen != status && !Interrupted() && std::chrono::steady_clock::now() < deadline) {
      std::this_thread::sleep_for(kPollPause);
      seen = Status();
    }
    return seen;
  }

 private:
  Client& client_;
  const std::string name_;
  const std::string request_;
  const std::chrono::seconds wait_max_;
};

Expected NotFoundNamingTable() {
  return Error("ResourceNotFoundException", "Requested resource not found: Table: $table not found");
}

void ExpectStatus(CaseRun& run, const Response& response, const std::string& status, const std::string& what) {
  run.ExpectOk(response, what);
  const rapidjson::Value* const table = Member(response.json(), "TableDescription");
  const std::string seen(table == nullptr ? "" : StringMember(*table, "TableStatus"));
  run.Expect(seen == status, what + ": expected the status " + status + ", got " + response.text());
}

void ExpectErrorsWithoutTable(CaseRun& run, const std::string& name) {
  RunSteps(run, name,
           {{"DescribeTable of no table", "DescribeTable", R"("TableName":"$table")", NotFoundNamingTable()},
            {"DeleteTable of no table", "DeleteTable", R"("TableName":"$table")", NotFoundNamingTable()},
            {"UpdateTable of no table", "UpdateTable", R"("TableName":"$table","BillingMode":"PAY_PER_REQUEST")",
             NotFoundNamingTable()},
            {"DescribeTimeToLive of no table", "DescribeTimeToLive", R"("TableName":"$table")", NotFoundNamingTable()},
            {"PutItem into no table", "PutItem", R"("TableName":"$table","Item":{$key(a)})", NotFound()},
            {"GetItem from no table", "GetItem", "$at(a)", NotFound()},
            {"UpdateItem in no table", "UpdateItem", "$at(a)", NotFound()},
            {"DeleteItem from no table", "DeleteItem", "$at(a)", NotFound()},
            {"Scan of no table", "Scan", R"("TableName":"$table")", NotFound()},
            {"Query of no table", "Query",
             R"("TableName":"$table","KeyConditionExpression":"pk = :p","ExpressionAttributeValues":{":p":{"S":"a"}})",
             NotFound()},
            {"BatchGetItem from no table", "BatchGetItem", R"("RequestItems":{"$table":{"Keys":[{$key(a)}]}})",
             NotFound()}});
}

void CheckTableInUse(CaseRun& run, const std::string& name) {
  RunSteps(run, name,
           {{"CreateTable of a table that exists", "CreateTable", kDefinition,
             Error("ResourceInUseException", "Table already exists: $table")},
            Given("a", R"("n":{"N":"1"})"),
            Stored("a", R"("n":{"N":"1"})")});
}

void RunLifecycle(CaseRun& run) {
  // The name extends that of the other cases' table, which is unique to this run.
  CaseTable table(&run.client(), run.Table(CasesTable()) + "-lifecycle", run.tables().time_max());
  run.tables().DeleteAtEnd(table.name());
  const Shorthands shorthands{table.name(), [&run](std::string_view name) { return run.Key(name); }};
  ExpectErrorsWithoutTable(run, table.name());

  ExpectStatus(run, run.client().Call("CreateTable", "{" + shorthands.Expand(kDefinition) + "}"), "CREATING",
               "CreateTable");
  const std::string created_status = table.WaitFor("ACTIVE");
  run.Expect(created_status == "ACTIVE",
             "the created table did not become ACTIVE: its status is \"" + created_status + "\"");
  CheckTableInUse(run, table.name());

  ExpectStatus(run, run.client().Call("DeleteTable", R"({"TableName":")" + table.name() + "\"}"), "DELETING",
               "DeleteTable");
  const std::string remaining_status = table.WaitFor("");
  run.Expect(remaining_status.empty(), "a table that was deleted is still " + remaining_status);
  ExpectErrorsWithoutTable(run, table.name());
}

}  // namespace

CaseDescription TableLifecycle() {
  return {"table-lifecycle", "A table goes from CREATING to ACTIVE and from DELETING to being gone, with its errors.",
          RunLifecycle};
}

}  // namespace holdfast::conformance
