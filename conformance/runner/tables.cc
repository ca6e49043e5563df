#include "conformance/runner/tables.h"

#include <chrono>
#include <thread>
#include <utility>

#include "conformance/client/interruption.h"

namespace holdfast::conformance {
namespace {

constexpr std::chrono::milliseconds kPollPause{50};
constexpr std::chrono::seconds kReportPause{5};

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

// Throws SetupFailed if a successful response does not describe the table.
const rapidjson::Value& Table(const Response& response) {
  const rapidjson::Value* const table = Member(response.json(), "Table");
  if (table == nullptr || !table->IsObject()) throw SetupFailed("DescribeTable answered no Table: " + response.text());
  return *table;
}

// Why the table cannot be used yet: "CREATING", or the error of DescribeTable.
std::string StatusText(const Response& response) {
  if (!response.ok()) return response.error() + ": " + response.message();
  const std::string_view status = StringMember(Table(response), "TableStatus");
  if (status == "ACTIVE") return "ACTIVE, but not all of its indexes";
  return status.empty() ? "of no status" : std::string(status);
}

std::string KeySchema(const KeyNames& keys) {
  std::string schema = R"("KeySchema":[{"AttributeName":")" + keys.partition + R"(","KeyType":"HASH"})";
  if (!keys.sort.empty()) schema += R"(,{"AttributeName":")" + keys.sort + R"(","KeyType":"RANGE"})";
  return schema + "]";
}

// Tries until `give_up` while the endpoint is creating or changing the table, because DynamoDB deletes no such table.
// Returns the error of the last attempt; empty if the endpoint deletes the table or has none of this name.
std::string DeleteTable(Client* client, const std::string& name, std::chrono::steady_clock::time_point give_up) {
  for (;;) {
    const std::string error = client->Call("DeleteTable", TableNameJson(name)).error();
    if (error == "ResourceNotFoundException") return "";
    if (error != "ResourceInUseException" || std::chrono::steady_clock::now() >= give_up) return error;
    std::this_thread::sleep_for(kPollPause);
  }
}

}  // namespace

TableDefinition StringKeyedTable(std::string name, const KeyNames& keys,
                                 const std::vector<std::pair<std::string, KeyNames>>& indexes,
                                 std::string time_to_live_attribute) {
  std::string attributes;
  const auto define = [&attributes](const std::string& attribute) {
    if (attribute.empty()) return;
    attributes += (attributes.empty() ? "" : ",") + (R"({"AttributeName":")" + attribute) + R"(","AttributeType":"S"})";
  };
  define(keys.partition);
  define(keys.sort);
  std::string list;
  for (const auto& [index, index_keys] : indexes) {
    define(index_keys.partition);
    define(index_keys.sort);
    list += (list.empty() ? "" : ",") + (R"({"IndexName":")" + index) + R"(","Projection":{"ProjectionType":"ALL"},)" +
            KeySchema(index_keys) + "}";
  }
  return {std::move(name),
          R"("BillingMode":"PAY_PER_REQUEST","AttributeDefinitions":[)" + attributes + "]," + KeySchema(keys) +
              R"(,"GlobalSecondaryIndexes":[)" + list +
              R"(],"StreamSpecification":{"StreamEnabled":true,"StreamViewType":"NEW_AND_OLD_IMAGES"})",
          std::move(time_to_live_attribute)};
}

TableDefinition SingleTable(std::string name) {
  return StringKeyedTable(std::move(name), {"pk", "sk"}, {{"gsi1", {"gsi1pk", "gsi1sk"}}}, "expiresAt");
}

TableSet::TableSet(Client* client, std::string prefix, TableWait wait)
    : client_(client), prefix_(std::move(prefix)), wait_(std::move(wait)) {}

TableSet::~TableSet() {
  const UninterruptedScope uninterrupted;
  const auto give_up = std::chrono::steady_clock::now() + wait_.delete_max;
  for (const auto& [definition, name] : names_) {
    const std::string error = DeleteTable(client_, name, give_up);
    if (!error.empty()) wait_.report("table " + name + " could not be deleted: " + error);
  }
}

const std::string& TableSet::Ensure(const TableDefinition& definition) {
  const auto found = names_.find(definition.name);
  if (found != names_.end()) {
    const auto failure = failures_.find(found->second);
    if (failure != failures_.end()) throw SetupFailed(failure->second);
    return found->second;
  }
  std::string name = prefix_ + "-" + definition.name;
  const auto started = std::chrono::steady_clock::now();
  Create(definition, name);
  creation_time_ += std::chrono::steady_clock::now() - started;
  return names_.at(definition.name);
}

void TableSet::Create(const TableDefinition& definition, const std::string& name) {
  const Response created = client_->Call("CreateTable", "{\"TableName\":\"" + name + "\"," + definition.json + "}");
  // A request with unknown outcome may have created the table, so the destructor deletes that one too.
  if (created.ok() || created.unknown()) names_.emplace(definition.name, name);
  try {
    Require(created);
    WaitUntilActive(name);
  } catch (const SetupFailed& reason) {
    if (names_.contains(definition.name)) failures_.emplace(name, reason.what());
    throw;
  }
  if (definition.time_to_live_attribute.empty()) return;
  // An endpoint without time to live can still run everything else.
  client_->Call("UpdateTimeToLive", "{\"TableName\":\"" + name +
                                        "\",\"TimeToLiveSpecification\":{\"Enabled\":true,\"AttributeName\":\"" +
                                        definition.time_to_live_attribute + "\"}}");
}

void TableSet::WaitUntilActive(const std::string& name) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point started = Clock::now();
  Clock::time_point next_report = started + kReportPause;
  std::string status;
  while (Clock::now() < started + wait_.time_max && !Interrupted()) {
    const Response response = client_->Call("DescribeTable", TableNameJson(name));
    if (response.ok() && IsActive(Table(response))) return;
    status = StatusText(response);
    if (const Clock::time_point now = Clock::now(); now >= next_report) {
      const auto waited = std::chrono::duration_cast<std::chrono::seconds>(now - started);
      wait_.report("table " + name + " is " + status + " after " + std::to_string(waited.count()) +
                   " s; waiting up to " + std::to_string(wait_.time_max.count()) + " s (--table-wait)");
      next_report = now + kReportPause;
    }
    std::this_thread::sleep_for(kPollPause);
  }
  if (Interrupted()) throw SetupFailed("interrupted while table " + name + " was " + status);
  throw SetupFailed("table " + name + " did not become ACTIVE within " + std::to_string(wait_.time_max.count()) +
                    " s; it was " + status);
}

std::string TableSet::StreamArn(const std::string& name_on_endpoint) {
  const Response response = Require(client_->Call("DescribeTable", TableNameJson(name_on_endpoint)));
  const std::string_view arn = StringMember(Table(response), "LatestStreamArn");
  if (arn.empty()) throw SetupFailed("streams: DescribeTable names no LatestStreamArn", true);
  return std::string(arn);
}

}  // namespace holdfast::conformance
