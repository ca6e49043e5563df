// Costs of a server that must be measured from outside: many access keys, copies of a large database, idle forks.
//
//   server_bench SERVER [FLAG OF THE SERVER]... [-- [--items N] [--tokens N] keys|copies|idle...]
//
//   keys    processor time of server and client together: for a GetItem with one access key and with 64, and for a
//           PutItem and an update with one access key
//   copies  time of a snapshot, restore and fork with 1,000,000 items and 400,000 remembered tokens, relative to an
//           empty database
//   idle    processor time of a server that has 60 forks, each of 200,000 items with a time to live,
//           and gets no requests
#include <cstdio>
#include <ctime>
#include <exception>
#include <functional>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "bench/measure/clock.h"
#include "bench/process/request_cost.h"
#include "bench/process/server_arguments.h"
#include "bench/stall/workbench.h"
#include "conformance/command_line/setters.h"

namespace {

namespace bench = holdfast::bench;
using bench::Clock;
using bench::ExpectSuccess;
using bench::Median;
using holdfast::command_line::AddWords;
using holdfast::command_line::SetNumber;
using Seconds = std::chrono::duration<double>;

constexpr int kConnections = 64;
constexpr int kAccessKeys = 64;
constexpr int kRounds = 400;
constexpr int kRepetitions = 5;
constexpr int kCopies = 301;
constexpr int kForks = 60;
constexpr int64_t kForkItems = 200'000;
constexpr std::chrono::seconds kIdle{20};
constexpr std::chrono::milliseconds kRestInterval{500};
constexpr Seconds kRestMax{0.005};
constexpr int64_t kSizeMax = 1'000'000'000;

// The cost of one request, in microseconds; `request` returns the request of connection `number`.
double CostOf(bench::Workbench& bench, const std::function<std::string(int number)>& request) {
  std::vector<std::string> requests;
  for (int i = 0; i < kConnections; ++i) requests.push_back(request(i));
  return bench::RequestMicroseconds(bench.server(), requests, kRounds);
}

// Creates a table "Slots" with one item in the account of `access_key`.
void FillAccount(bench::Workbench& bench, const std::string& access_key) {
  bench::PlainClient client(bench.server().port());
  ExpectSuccess(
      client.Exchange(bench::OperationBytes(
          "CreateTable",
          R"({"TableName":"Slots","BillingMode":"PAY_PER_REQUEST","AttributeDefinitions":[{"AttributeName":"pk",)"
          R"("AttributeType":"S"}],"KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}]})",
          access_key)),
      "CreateTable");
  ExpectSuccess(
      client.Exchange(bench::OperationBytes(
          "PutItem", R"({"TableName":"Slots","Item":{"pk":{"S":"a"},"data":{"S":")" + std::string(950, 'd') + R"("}}})",
          access_key)),
      "PutItem");
}

void MeasureKeys(const std::vector<std::string>& server) {
  bench::Workbench bench(server, {});
  std::vector<std::string> keys;
  for (int i = 0; i < kAccessKeys; ++i) keys.push_back(std::to_string(200'000'000'000 + i));
  for (const std::string& key : keys) FillAccount(bench, key);
  const std::string get = R"({"TableName":"Slots","ConsistentRead":true,"Key":{"pk":{"S":"a"}}})";
  // All connections put the same key, each with other data than the previous one: a put of the stored item would
  // change nothing.
  const auto put = [](int number) {
    return R"({"TableName":"Slots","Item":{"pk":{"S":"b"},"data":{"S":")" +
           std::string(950, static_cast<char>('a' + number % 26)) + "\"}}}";
  };
  const std::string add = R"({"TableName":"Slots","Key":{"pk":{"S":"c"}},"UpdateExpression":"ADD n :one",)"
                          R"("ExpressionAttributeValues":{":one":{"N":"1"}}})";
  std::vector<double> one;
  std::vector<double> many;
  std::vector<double> puts;
  std::vector<double> adds;
  for (int i = 0; i < kRepetitions; ++i) {
    one.push_back(CostOf(bench, [&](int) { return bench::OperationBytes("GetItem", get, keys[0]); }));
    many.push_back(CostOf(bench, [&](int number) {
      return bench::OperationBytes("GetItem", get, keys[static_cast<size_t>(number) % keys.size()]);
    }));
    puts.push_back(CostOf(bench, [&](int number) { return bench::OperationBytes("PutItem", put(number), keys[0]); }));
    adds.push_back(CostOf(bench, [&](int) { return bench::OperationBytes("UpdateItem", add, keys[0]); }));
  }
  std::printf("GetItem, server and driver:   %8.2f us\n", Median(one));
  std::printf("  by 64 access keys:          %8.2f us, %.3f of that\n", Median(many), Median(many) / Median(one));
  std::printf("PutItem of 1 KB:              %8.2f us\n", Median(puts));
  std::printf("ADD on one hot item:          %8.2f us\n", Median(adds));
}

struct CopyFigures {
  double snapshot = 0;
  double restore = 0;
  double fork = 0;
};

CopyFigures MeasureCopies(bench::Workbench& bench) {
  std::vector<double> snapshots;
  std::vector<double> restores;
  std::vector<double> forks;
  bench::PlainClient client(bench.server().port());
  const auto time = [&](const std::string& bytes, std::vector<double>* figures) {
    const auto started = Clock::now();
    ExpectSuccess(client.Exchange(bytes), "A copy");
    figures->push_back(Seconds(Clock::now() - started).count() * 1e3);
  };
  for (int i = 1; i <= kCopies; ++i) {
    time(bench::AdminBytes("POST", "/_holdfast/snapshots?all=true"), &snapshots);
    time(bench::AdminBytes("POST", "/_holdfast/snapshots/" + std::to_string(i) + "/restore"), &restores);
    time(bench::OperationBytes("ListTables", "{}", "bench", "copy.fork.localhost"), &forks);
    // Deletes the fork, so that every snapshot contains the same number of databases.
    ExpectSuccess(
        client.Exchange(bench::AdminBytes("POST", "/_holdfast/reset?account=000000000000&region=us-east-1&fork=copy")),
        "Dropping the fork");
  }
  return {Median(snapshots), Median(restores), Median(forks)};
}

void Compare(const char* name, double full, double empty) {
  std::printf("%-9s %9.3f ms, %9.3f with none: %7.2f times\n", name, full, empty, full / empty);
}

void MeasureCopies(const std::vector<std::string>& server, const bench::WorkbenchSizes& sizes) {
  bench::Workbench empty(server, {});
  empty.CreateTable("Big");
  empty.CreateTable("Booked");
  const CopyFigures of_empty = MeasureCopies(empty);
  bench::Workbench full(server, sizes);
  full.CreateTable("Big");
  full.CreateTable("Booked");
  full.LoadItems("Big", full.sizes().items,
                 [](int64_t number) { return R"({"pk":{"S":"item)" + std::to_string(number) + R"("}})"; });
  full.Load("TransactWriteItems", full.sizes().tokens, [](int64_t number) {
    return R"({"ClientRequestToken":"token-)" + std::to_string(number) +
           R"(","TransactItems":[{"Put":{"TableName":"Booked","Item":{"pk":{"S":"b)" + std::to_string(number % 10'000) +
           R"("}}}}]})";
  });
  const CopyFigures of_full = MeasureCopies(full);
  Compare("snapshot", of_full.snapshot, of_empty.snapshot);
  Compare("restore", of_full.restore, of_empty.restore);
  Compare("fork", of_full.fork, of_empty.fork);
}

void MeasureIdle(const std::vector<std::string>& server) {
  bench::Workbench bench(server, {});
  bench.CreateTable("Big");
  const std::string expiry = std::to_string(std::time(nullptr) + 1'000'000'000);
  bench.LoadItems("Big", kForkItems, [&](int64_t number) {
    return R"({"pk":{"S":"item)" + std::to_string(number) + R"("},"e":{"N":")" + expiry + R"("}})";
  });
  bench.CallOrThrow("UpdateTimeToLive",
                    R"({"TableName":"Big","TimeToLiveSpecification":{"Enabled":true,"AttributeName":"e"}})");
  // Forks made while the table's expiry order is being built would each build an order of their own.
  bench.server().AwaitRest(kRestInterval, kRestMax);
  bench::PlainClient client(bench.server().port());
  for (int i = 0; i < kForks; ++i) {
    ExpectSuccess(client.Exchange(bench::OperationBytes("ListTables", "{}", "bench",
                                                        "idle" + std::to_string(i) + ".fork.localhost")),
                  "A fork");
  }
  const Seconds before = bench.server().AwaitRest(kRestInterval, kRestMax);
  std::this_thread::sleep_for(kIdle);
  const Seconds spent = bench.server().ProcessorTime() - before;
  std::printf("idle with %d forks of %lld items: %.3f %% of one processor\n", kForks,
              static_cast<long long>(kForkItems), 100 * spent.count() / Seconds(kIdle).count());
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::string> server;
  bench::WorkbenchSizes sizes;
  std::vector<std::string> parts;
  const holdfast::command_line::Program program = {
      .title = "server_bench SERVER [FLAG OF THE SERVER]... [-- [FLAG...] keys|copies|idle...]: what a server costs",
      .flags =
          {
              {"--items", "COUNT", "copied (1000000)", SetNumber(&sizes.items, 1, kSizeMax)},
              {"--tokens", "COUNT", "copied (400000)", SetNumber(&sizes.tokens, 1, kSizeMax)},
          },
      .apply_operand = AddWords(&parts)};
  if (const auto status = bench::ParseServerArguments(program, argc, argv, &server)) return *status;
  if (parts.empty()) parts = {"keys", "copies", "idle"};
  try {
    for (const std::string& part : parts) {
      if (part != "keys" && part != "copies" && part != "idle") throw std::runtime_error("nothing is called " + part);
      if (part == "keys") MeasureKeys(server);
      if (part == "copies") MeasureCopies(server, sizes);
      if (part == "idle") MeasureIdle(server);
      std::fflush(stdout);
    }
  } catch (const std::exception& reason) {
    std::fprintf(stderr, "server_bench: %s\n", reason.what());
    return 1;
  }
  return 0;
}
