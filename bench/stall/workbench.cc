#include "bench/stall/workbench.h"

#include <algorithm>
#include <exception>
#include <stdexcept>
#include <thread>

#include "bench/stall/prober.h"

namespace holdfast::bench {
namespace {

constexpr int64_t kBatchItems = 25;
constexpr int64_t kPipelined = 32;
constexpr int kLoaders = 2;
constexpr size_t kQuotedBodyBytesMax = 200;

std::string CreateTableBody(std::string_view name, std::string_view sort_key_type) {
  std::string body = R"({"TableName":")" + std::string(name) +
                     R"(","BillingMode":"PAY_PER_REQUEST","AttributeDefinitions":[{"AttributeName":"pk",)"
                     R"("AttributeType":"S"})";
  if (!sort_key_type.empty()) {
    body += R"(,{"AttributeName":"sk","AttributeType":")" + std::string(sort_key_type) + R"("})";
  }
  body += R"(],"KeySchema":[{"AttributeName":"pk","KeyType":"HASH"})";
  if (!sort_key_type.empty()) body += R"(,{"AttributeName":"sk","KeyType":"RANGE"})";
  return body + "]}";
}

PlainResponse Checked(PlainResponse response, std::string_view what) {
  if (response.status == 200) return response;
  throw std::runtime_error(std::string(what) + " was answered " + std::to_string(response.status) + ": " +
                           response.body.substr(0, kQuotedBodyBytesMax));
}

// Sends the requests with the numbers first, first + kLoaders, ... below `count`.
void LoadShare(uint16_t port, std::string_view operation, int64_t first, int64_t count,
               const std::function<std::string(int64_t)>& body) {
  PlainClient client(port);
  int64_t unanswered = 0;
  for (int64_t number = first; number < count; number += kLoaders) {
    client.Send(OperationBytes(operation, body(number)));
    if (++unanswered < kPipelined) continue;
    Checked(client.Read(), operation);
    --unanswered;
  }
  for (; unanswered > 0; --unanswered) Checked(client.Read(), operation);
}

}  // namespace

Workbench::Workbench(std::vector<std::string> server_command, WorkbenchSizes sizes)
    : sizes_(sizes), server_(std::move(server_command)), client_(server_.port()) {
  for (const std::string_view account : {std::string_view("bench"), kOtherAccount}) {
    Checked(client_.Exchange(OperationBytes("CreateTable", CreateTableBody(kProbedTable, ""), account)), "CreateTable");
    const std::string item = R"({"TableName":")" + std::string(kProbedTable) + R"(","Item":{"pk":{"S":"a"}}})";
    Checked(client_.Exchange(OperationBytes("PutItem", item, account)), "PutItem");
  }
}

PlainResponse Workbench::Call(std::string_view operation, std::string_view body) {
  return client_.Exchange(OperationBytes(operation, body));
}

PlainResponse Workbench::Admin(std::string_view method, std::string_view path, std::string_view body) {
  return client_.Exchange(AdminBytes(method, path, body));
}

PlainResponse Workbench::CallOrThrow(std::string_view operation, std::string_view body) {
  return Checked(Call(operation, body), operation);
}

void Workbench::CreateTable(std::string_view name, std::string_view sort_key_type) {
  CallOrThrow("CreateTable", CreateTableBody(name, sort_key_type));
  const std::string describe = R"({"TableName":")" + std::string(name) + R"("})";
  while (CallOrThrow("DescribeTable", describe).body.find(R"("ACTIVE")") == std::string::npos) {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
}

void Workbench::Load(std::string_view operation, int64_t count, const std::function<std::string(int64_t)>& body) {
  std::vector<std::exception_ptr> failures(kLoaders);
  std::vector<std::thread> loaders;
  for (int first = 0; first < kLoaders; ++first) {
    loaders.emplace_back([&, first] {
      try {
        LoadShare(server_.port(), operation, first, count, body);
      } catch (...) {
        failures[static_cast<size_t>(first)] = std::current_exception();
      }
    });
  }
  for (std::thread& loader : loaders) loader.join();
  for (const std::exception_ptr& failure : failures) {
    if (failure != nullptr) std::rethrow_exception(failure);
  }
}

void Workbench::LoadItems(std::string_view table, int64_t count, const std::function<std::string(int64_t)>& item) {
  Load("BatchWriteItem", (count + kBatchItems - 1) / kBatchItems, [&](int64_t batch) {
    std::string body = R"({"RequestItems":{")" + std::string(table) + R"(":[)";
    const int64_t end = std::min(count, (batch + 1) * kBatchItems);
    for (int64_t number = batch * kBatchItems; number < end; ++number) {
      body += (body.back() == '[' ? R"({"PutRequest":{"Item":)" : R"(,{"PutRequest":{"Item":)") + item(number) + "}}";
    }
    return body + "]}}";
  });
}

}  // namespace holdfast::bench
