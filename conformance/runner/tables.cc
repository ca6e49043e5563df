#include "conformance/runner/tables.h"

#include <chrono>
#include <thread>
#include <utility>

#include "conformance/wire/interruption.h"

namespace holdfast::conformance {
namespace {

constexpr std::chrono::milliseconds kPollPause{50};
constexpr std::chrono::minutes kActiveWaitMax{5};

std::string TableNameJson(const std::string& name) { return "{\"TableName\":\"" + name + "\"}"; }

bool IsActive(const rapidjson::Value& table) {
  if (StringMember(table, "TableStatus") != "ACTIVE") return false;
  const rapidjson::Value* const indexes = Member(table, "GlobalSecondaryIndexes");
  if (indexes == nullptr || !indexes->IsArray()) return true;
  for (const rapidjson::Value& index : indexes->GetArray()) {
    if (StringMember(index, "IndexStatus") != "ACTIVE") return false;
  }
  return true;
}

void WaitUntilActive(Client& client, const std::string& name) {
  const auto deadline = std::chrono::steady_clock::now() + kActiveWaitMax;
  while (std::chrono::steady_clock::now() < deadline && !Interrupted()) {
    const Reply reply = client.Call("DescribeTable", TableNameJson(name));
    if (reply.ok() && IsActive(*Member(reply.json(), "Table"))) return;
    std::this_thread::sleep_for(kPollPause);
  }
  throw CannotGoOn("table " + name + " did not become ACTIVE");
}

}  // namespace

TableDefinition SingleTable(std::string name) {
  return {std::move(name), R"("BillingMode":"PAY_PER_REQUEST",
      "AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"},{"AttributeName":"sk","AttributeType":"S"},
        {"AttributeName":"gsi1pk","AttributeType":"S"},{"AttributeName":"gsi1sk","AttributeType":"S"}],
      "KeySchema":[{"AttributeName":"pk","KeyType":"HASH"},{"AttributeName":"sk","KeyType":"RANGE"}],
      "GlobalSecondaryIndexes":[{"IndexName":"gsi1","Projection":{"ProjectionType":"ALL"},
        "KeySchema":[{"AttributeName":"gsi1pk","KeyType":"HASH"},{"AttributeName":"gsi1sk","KeyType":"RANGE"}]}],
      "StreamSpecification":{"StreamEnabled":true,"StreamViewType":"NEW_AND_OLD_IMAGES"})",
          "expiresAt"};
}

TableSet::TableSet(Client* client, std::string prefix) : client_(client), prefix_(std::move(prefix)) {}

TableSet::~TableSet() {
  const UninterruptedScope uninterrupted;
  for (const auto& [definition, name] : names_) client_->Call("DeleteTable", TableNameJson(name));
}

const std::string& TableSet::Ensure(const TableDefinition& definition) {
  const auto found = names_.find(definition.name);
  if (found != names_.end()) return found->second;
  std::string name = prefix_ + "-" + definition.name;
  Create(definition, name);
  return names_.at(definition.name);
}

void TableSet::Create(const TableDefinition& definition, const std::string& name) {
  const Reply created = client_->Call("CreateTable", "{\"TableName\":\"" + name + "\"," + definition.json + "}");
  // An answer that got lost may have made a table all the same: it is cleaned up too.
  if (created.ok() || created.unknown()) names_.emplace(definition.name, name);
  Require(created);
  WaitUntilActive(*client_, name);
  if (definition.time_to_live_attribute.empty()) return;
  // An endpoint without time to live can still be asked everything else.
  client_->Call("UpdateTimeToLive", "{\"TableName\":\"" + name +
                                        "\",\"TimeToLiveSpecification\":{\"Enabled\":true,\"AttributeName\":\"" +
                                        definition.time_to_live_attribute + "\"}}");
}

std::string TableSet::StreamArn(const std::string& table_name) {
  const Reply reply = Require(client_->Call("DescribeTable", TableNameJson(table_name)));
  const std::string_view arn = StringMember(*Member(reply.json(), "Table"), "LatestStreamArn");
  if (arn.empty()) throw CannotGoOn("the endpoint has no streams", true);
  return std::string(arn);
}

}  // namespace holdfast::conformance
