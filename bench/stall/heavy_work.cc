#include "bench/stall/heavy_work.h"

#include <algorithm>
#include <array>
#include <ctime>
#include <memory>
#include <stdexcept>
#include <thread>

namespace holdfast::bench {
namespace {

constexpr std::string_view kBig = R"("TableName":"Big")";
constexpr size_t kLargeItemBytes = 400'000;
constexpr int kSearchedItems = 10;
constexpr int kNeedles = 200;
constexpr std::array<std::string_view, 3> kTransitionalStatuses = {"\"CREATING\"", "\"DELETING\"", "\"UPDATING\""};

std::string Braced(std::string_view members) { return "{" + std::string(members) + "}"; }

std::string Repeated(const std::string& piece, std::string_view between, int times) {
  std::string text;
  for (int i = 0; i < times; ++i) text.append(i == 0 ? "" : between).append(piece);
  return text;
}

// Creates items with the attributes "e", the expiry time in seconds since 1970, and "g", the partition key of an index.
void FillBig(Workbench& bench, int64_t seconds_from_now) {
  const std::string expiry = std::to_string(std::time(nullptr) + seconds_from_now);
  bench.CreateTable("Big");
  bench.LoadItems("Big", bench.sizes().items, [&](int64_t number) {
    return R"({"pk":{"S":"item)" + std::to_string(number) + R"("},"e":{"N":")" + expiry + R"("},"g":{"S":"group)" +
           std::to_string(number % 1'000) + R"("}})";
  });
}

void FillBigUnexpired(Workbench& bench) { FillBig(bench, 1'000'000'000); }

void EnableExpiry(Workbench& bench) {
  bench.CallOrThrow("UpdateTimeToLive",
                    Braced(std::string(kBig) + R"(,"TimeToLiveSpecification":{"Enabled":true,"AttributeName":"e"})"));
}

bool ScanAll(Workbench& bench, const std::string& members) {
  std::string from;
  do {
    const PlainResponse page = bench.Call("Scan", Braced(std::string(kBig) + members + from));
    if (page.status != 200) return false;
    const size_t last = page.body.find(R"("LastEvaluatedKey":)");
    if (last == std::string::npos) return true;
    const size_t begin = page.body.find('{', last);
    const size_t end = page.body.find("}}", begin);
    from = R"(,"ExclusiveStartKey":)" + page.body.substr(begin, end + 2 - begin);
  } while (true);
}

// Creates 160,000 items of the smallest size, so that a page of 1 MB holds as many items as possible.
void FillTiny(Workbench& bench) {
  bench.CreateTable("Tiny", "N");
  bench.LoadItems("Tiny", 160'000,
                  [](int64_t number) { return R"({"pk":{"S":"p"},"sk":{"N":")" + std::to_string(number) + R"("}})"; });
}

bool ScanByTheWorstFilter(Workbench& bench) {
  const std::string in = "sk IN (" + Repeated(":x", ",", 100) + ")";
  const std::string body = R"({"TableName":"Tiny","FilterExpression":")" + Repeated(in, " OR ", 12) +
                           R"(","ExpressionAttributeValues":{":x":{"N":"-1"}}})";
  // Eight Scans at once occupy every thread of the server's pool for long requests if the machine has at most eight
  // processors (LongPoolThreads, server/server.cc).
  const std::string bytes = OperationBytes("Scan", body);
  std::vector<std::unique_ptr<PlainClient>> clients;
  for (int i = 0; i < 8; ++i) clients.push_back(std::make_unique<PlainClient>(bench.server().port()));
  for (const auto& client : clients) client->Send(bytes);
  return std::all_of(clients.begin(), clients.end(), [](const auto& client) { return client->Read().status == 200; });
}

// Sends UpdateTable, and waits until no status is transitional and the table has an index (`expect_index`) or has none.
bool UpdateIndexes(Workbench& bench, std::string_view members, bool expect_index) {
  if (bench.Call("UpdateTable", Braced(std::string(kBig) + std::string(members))).status != 200) return false;
  while (true) {
    const PlainResponse described = bench.Call("DescribeTable", Braced(kBig));
    if (described.status != 200) return false;
    const bool indexed = described.body.find("IndexStatus") != std::string::npos;
    const bool changing =
        std::any_of(kTransitionalStatuses.begin(), kTransitionalStatuses.end(),
                    [&](std::string_view status) { return described.body.find(status) != std::string::npos; });
    if (!changing && indexed == expect_index) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
}

bool BackfillAndDrop(Workbench& bench) {
  constexpr std::string_view kCreate =
      R"(,"AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"},{"AttributeName":"g","AttributeType":"S"}],)"
      R"("GlobalSecondaryIndexUpdates":[{"Create":{"IndexName":"byG","Projection":{"ProjectionType":"ALL"},)"
      R"("KeySchema":[{"AttributeName":"g","KeyType":"HASH"},{"AttributeName":"pk","KeyType":"RANGE"}]}}])";
  constexpr std::string_view kDrop = R"(,"GlobalSecondaryIndexUpdates":[{"Delete":{"IndexName":"byG"}}])";
  return UpdateIndexes(bench, kCreate, true) && UpdateIndexes(bench, kDrop, false);
}

bool DeleteBig(Workbench& bench) {
  if (bench.Call("DeleteTable", Braced(kBig)).status != 200) return false;
  PlainResponse described;
  do {
    described = bench.Call("DescribeTable", Braced(kBig));
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  } while (described.status == 200);
  return described.status == 400;
}

// Waits until all items are deleted: Holdfast responds when its sweep is done, but another server binary may respond
// earlier.
bool SweepEverything(Workbench& bench) {
  if (bench.Admin("POST", "/_holdfast/ttl/sweep").status != 200) return false;
  while (true) {
    const PlainResponse first = bench.Call("Scan", Braced(std::string(kBig) + R"(,"Limit":1)"));
    if (first.status != 200) return false;
    if (first.body.find(R"("LastEvaluatedKey")") == std::string::npos) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
}

void RememberTokens(Workbench& bench) {
  bench.CreateTable("Booked");
  bench.Load("TransactWriteItems", bench.sizes().tokens, [](int64_t number) {
    const std::string text = std::to_string(number);
    return R"({"ClientRequestToken":"token-)" + text +
           R"(","TransactItems":[{"Put":{"TableName":"Booked","Item":{"pk":{"S":"b)" + std::to_string(number % 10'000) +
           R"("},"n":{"N":")" + text + R"("}}}}]})";
  });
}

// Returns the id of the new snapshot, "1" in the response {"id": "1"}; empty on failure.
std::string TakeSnapshot(Workbench& bench) {
  const PlainResponse taken = bench.Admin("POST", "/_holdfast/snapshots?all=true");
  const size_t id = taken.status != 200 && taken.status != 201 ? std::string::npos : taken.body.find("\"id\"");
  if (id == std::string::npos) return "";
  const size_t begin = taken.body.find('"', taken.body.find(':', id)) + 1;
  return taken.body.substr(begin, taken.body.find('"', begin) - begin);
}

bool SnapshotAndDiscard(Workbench& bench) {
  const std::string id = TakeSnapshot(bench);
  return !id.empty() && bench.Admin("DELETE", "/_holdfast/snapshots/" + id).status / 100 == 2;
}

bool RestoreSnapshot(Workbench& bench) {
  return bench.Admin("POST", "/_holdfast/snapshots/1/restore").status / 100 == 2;
}

bool ForkAndDiscard(Workbench& bench) {
  static int forks = 0;
  PlainClient client(bench.server().port());
  const std::string name = "stall" + std::to_string(forks++);
  const std::string request = OperationBytes("ListTables", "{}", "bench", name + ".fork.localhost");
  if (client.Exchange(request).status != 200) return false;
  return bench.Admin("POST", "/_holdfast/reset?account=000000000000&region=us-east-1&fork=" + name).status / 100 == 2;
}

// Creates `items` items with an attribute "v" of 400 KB.
void FillLarge(Workbench& bench, int items) {
  bench.CreateTable("Large");
  const std::string text(kLargeItemBytes, 'a');
  bench.Load("PutItem", items, [&](int64_t number) {
    return R"({"TableName":"Large","Item":{"pk":{"S":"q)" + std::to_string(number) + R"("},"v":{"S":")" + text +
           R"("}}})";
  });
}

// Sends 100 condition checks. Each of the `items` checks of a large item has a condition of 4 KB that searches the
// attribute 227 times for a text of 256 bytes that it does not contain; all other checks are cheap.
bool WorstTransaction(Workbench& bench, int items) {
  const std::string needle = std::string(128, 'a') + "b" + std::string(127, 'a');
  std::string body;
  for (int i = 0; i < 100; ++i) {
    const bool is_costly = i < items;
    body.append(body.empty() ? "" : ",").append(R"({"ConditionCheck":{"TableName":"Large","Key":{"pk":{"S":")");
    body.append(is_costly ? "q" : "z").append(std::to_string(i)).append(R"("}},"ConditionExpression":")");
    body.append(is_costly ? Repeated("contains(v,:x)", " OR ", 227) : "attribute_not_exists(pk)");
    body.append(is_costly ? R"(","ExpressionAttributeValues":{":x":{"S":")" + needle + "\"}}}}" : "\"}}");
  }
  // The conditions fail, so the status is 400. Only a missing response is a failure.
  return bench.Call("TransactWriteItems", R"({"TransactItems":[)" + body + "]}").status != 0;
}

// Creates items with an attribute "v" of 360 KB and kNeedles short ones, whose values do not occur in v.
void FillSearched(Workbench& bench) {
  bench.CreateTable("Searched");
  std::string attributes = R"("v":{"S":")" + Repeated("ab", "", 180'000) + "\"}";
  for (int i = 0; i < kNeedles; ++i) {
    attributes.append(",\"n").append(std::to_string(i)).append(R"(":{"S":")");
    attributes.append(Repeated("ab", "", 30 + i % 20)).append("b").append(Repeated("ab", "", 20)).append("\"}");
  }
  bench.Load("PutItem", kSearchedItems, [&](int64_t number) {
    return R"({"TableName":"Searched","Item":{"pk":{"S":"q)" + std::to_string(number) + R"("},)" + attributes + "}}";
  });
}

// Takes a snapshot during a transaction of half a second: each of its conditions searches v for the values of the short
// attributes.
bool SnapshotDuringTransaction(Workbench& bench) {
  std::string condition;
  for (int i = 0; i < kNeedles; ++i) {
    condition.append(condition.empty() ? "" : " OR ").append("contains(v,n").append(std::to_string(i)).append(")");
  }
  std::string actions;
  for (int i = 0; i < kSearchedItems; ++i) {
    actions.append(actions.empty() ? "" : ",")
        .append(R"({"ConditionCheck":{"TableName":"Searched","Key":{"pk":{"S":")");
    actions.append("q").append(std::to_string(i)).append(R"("}},"ConditionExpression":")").append(condition);
    actions.append("\"}}");
  }
  PlainClient client(bench.server().port());
  if (!client.Send(OperationBytes("TransactWriteItems", R"({"TransactItems":[)" + actions + "]}"))) return false;
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  const bool taken = SnapshotAndDiscard(bench);
  return client.Read().status != 0 && taken;
}

// Puts 25 items, each with a map of 32,000 attributes in descending order.
bool WriteLargeBatch(Workbench& bench) {
  static const std::string* const kBody = [] {
    std::string map;
    for (int i = 32'000; i > 0; --i) {
      map += (map.empty() ? "" : ",") + ("\"k" + std::to_string(100'000 + i)) + R"(":{"N":"1"})";
    }
    auto* const body = new std::string(R"({"RequestItems":{"Wide":[)");
    for (int i = 0; i < 25; ++i) {
      *body += (i == 0 ? "" : ",") + (R"({"PutRequest":{"Item":{"pk":{"S":"w)" + std::to_string(i)) +
               R"("},"m":{"M":{)" + map + "}}}}}";
    }
    *body += "]}}";
    return body;
  }();
  return bench.Call("BatchWriteItem", *kBody).status == 200;
}

// 64 clients request 16 MB each, and do not read their responses.
bool ReadNothing(Workbench& bench) {
  std::string keys;
  for (int i = 0; i < 40; ++i) keys += (keys.empty() ? "" : ",") + (R"({"pk":{"S":"q)" + std::to_string(i)) + "\"}}";
  const std::string bytes = OperationBytes("BatchGetItem", R"({"RequestItems":{"Large":{"Keys":[)" + keys + "]}}}");
  std::vector<std::unique_ptr<PlainClient>> clients;
  bool sent = true;
  for (int i = 0; i < 64; ++i) {
    clients.push_back(std::make_unique<PlainClient>(bench.server().port()));
    sent = clients.back()->Send(bytes) && sent;
  }
  std::this_thread::sleep_for(std::chrono::seconds(1));
  return sent;
}

}  // namespace

const std::vector<HeavyWork>& AllHeavyWork() {
  static const auto* const kAll = new std::vector<HeavyWork>{
      {"scan", "a full Scan, page by page", FillBigUnexpired, [](Workbench& b) { return ScanAll(b, ""); }},
      {"filtered-scan", "a full Scan whose filter lets nothing pass", FillBigUnexpired,
       [](Workbench& b) {
         return ScanAll(b, R"(,"FilterExpression":"e < :x","ExpressionAttributeValues":{":x":{"N":"1"}})");
       }},
      {"worst-filter", "four Scans at once, each of 1 MB of tiny items with a filter of 1,200 comparisons", FillTiny,
       ScanByTheWorstFilter},
      {"backfill", "a new index, and its deletion", FillBigUnexpired, BackfillAndDrop},
      {"expiry", "all items are due",
       [](Workbench& b) {
         FillBig(b, -1'000);
         EnableExpiry(b);
       },
       SweepEverything, true},
      {"expiry-none", "no item is due",
       [](Workbench& b) {
         FillBigUnexpired(b);
         EnableExpiry(b);
       },
       [](Workbench& b) { return b.Admin("POST", "/_holdfast/ttl/sweep").status == 200; }},
      {"delete-table", "DeleteTable", FillBigUnexpired, DeleteBig, true},
      {"reset", "a reset of the database", FillBigUnexpired,
       [](Workbench& b) { return b.Admin("POST", "/_holdfast/reset?account=000000000000").status / 100 == 2; }, true,
       true},
      {"snapshot", "snapshots with remembered tokens", RememberTokens, SnapshotAndDiscard},
      {"fork", "forks with remembered tokens", RememberTokens, ForkAndDiscard},
      {"restore", "restores of a snapshot with remembered tokens",
       [](Workbench& b) {
         RememberTokens(b);
         if (TakeSnapshot(b) != "1") throw std::runtime_error("the snapshot is not called 1");
       },
       RestoreSnapshot},
      {"transaction-29k", "the worst TransactWriteItems of 29 KB", [](Workbench& b) { FillLarge(b, 4); },
       [](Workbench& b) { return WorstTransaction(b, 4); }},
      {"transaction-437k", "the worst TransactWriteItems of 437 KB", [](Workbench& b) { FillLarge(b, 100); },
       [](Workbench& b) { return WorstTransaction(b, 100); }},
      {"snapshot-waits", "snapshots, each during a transaction of half a second", FillSearched,
       SnapshotDuringTransaction},
      {"batch-16m", "a BatchWriteItem of 16 MB whose keys are not sorted", [](Workbench& b) { b.CreateTable("Wide"); },
       WriteLargeBatch},
      {"unread", "64 clients that request 16 MB each and do not read the responses",
       [](Workbench& b) { FillLarge(b, 40); }, ReadNothing},
  };
  return *kAll;
}

}  // namespace holdfast::bench
