// Reads and writes with little contention: the cost of getting an item, putting an item, and querying ten items.
//
//   pk             sk          attributes
//   CUSTOMER#<n>   ORDER#<0-9>  version, and a filler text computed from the version
#include <algorithm>
#include <atomic>
#include <random>
#include <utility>

#include "bench/load/random.h"
#include "bench/load/zipf.h"
#include "bench/workloads/violation_summary.h"
#include "bench/workloads/workloads.h"
#include "conformance/client/requests.h"

namespace holdfast::bench {
namespace {

using conformance::Item;
using conformance::N;
using conformance::S;

constexpr int64_t kOrdersOfCustomer = 10;
constexpr size_t kBatchMax = 25;  // BatchWriteItem's limit

Item ItemKey(int64_t number) {
  return {{"pk", S("CUSTOMER#" + std::to_string(number / kOrdersOfCustomer))},
          {"sk", S("ORDER#" + std::to_string(number % kOrdersOfCustomer))}};
}

std::string Filler(int64_t version, size_t bytes) {
  const std::string piece = std::to_string(version) + ".";
  std::string filler;
  filler.reserve(bytes + piece.size());
  while (filler.size() < bytes) filler += piece;
  filler.resize(bytes);
  return filler;
}

// Whether a single put can have written the whole item: its filler is the one computed from its version.
bool IsWhole(const Item& item) {
  const std::string filler = conformance::TextOf(item, "filler");
  return Has(item, "version") && filler == Filler(conformance::NumberOf(item, "version"), filler.size());
}

class Shopper : public Actor {
 public:
  Shopper(const WorkloadOptions* options, Mix mix, const Zipf* popularity, std::atomic<int64_t>* bad_reads,
          uint64_t seed)
      : options_(*options), mix_(mix), popularity_(*popularity), bad_reads_(*bad_reads), random_(seed) {}

  RequestStep Begin(TimePoint) override {
    const auto number = static_cast<int64_t>(popularity_.Choose(random_));
    const double chance = UnitInterval(random_);
    if (chance < mix_.gets) {
      reading_ = true;
      return {"GetItem", ToJson(conformance::GetItemRequest{.table = options_.table, .key = ItemKey(number)}),
              Nanoseconds(0)};
    }
    if (chance < mix_.gets + mix_.puts) {
      reading_ = false;
      const auto version = static_cast<int64_t>(random_() >> 1);
      return {"PutItem",
              ToJson(conformance::PutItemRequest{.table = options_.table,
                                                 .item = MixItem(number, version, options_.item_bytes)}),
              Nanoseconds(0)};
    }
    reading_ = true;
    const conformance::QueryRequest query{.table = options_.table,
                                          .key_condition = "pk = :pk",
                                          .values = {{":pk", ItemKey(number).at("pk")}},
                                          .consistent = true};
    return {"Query", ToJson(query), Nanoseconds(0)};
  }

  NextStep Continue(const conformance::Response& response, TimePoint) override {
    Completion completion = CompletionOf(response);
    if (completion.outcome != Outcome::kSucceeded || !reading_) return completion;
    std::vector<Item> items = response.items();
    if (std::optional<Item> item = response.item(); item.has_value()) items.push_back(*std::move(item));
    if (items.empty() || !std::all_of(items.begin(), items.end(), IsWhole)) {
      ++bad_reads_;
      completion = {.outcome = Outcome::kFailed, .complaint = "A read found an item missing or torn"};
    }
    return completion;
  }

 private:
  const WorkloadOptions& options_;
  const Mix mix_;
  const Zipf& popularity_;
  std::atomic<int64_t>& bad_reads_;
  std::mt19937_64 random_;
  bool reading_ = false;
};

class ItemMix : public Workload {
 public:
  ItemMix(WorkloadOptions options, Mix mix)
      : options_(std::move(options)), mix_(mix), popularity_(static_cast<size_t>(options_.items), options_.zipf) {}

  void Prepare(conformance::Client& client) override {
    conformance::BatchWriteItemRequest batch{.table = options_.table};
    for (int64_t number = 0; number < options_.items; ++number) {
      batch.puts.push_back(MixItem(number, 0, options_.item_bytes));
      if (batch.puts.size() < kBatchMax && number + 1 < options_.items) continue;
      const conformance::Response response = Require(client.BatchWriteItem(batch));
      const rapidjson::Value* const left = conformance::Member(response.json(), "UnprocessedItems");
      if (left != nullptr && left->IsObject() && left->MemberCount() > 0) {
        throw conformance::SetupFailed("the endpoint does not take the items as fast as they are written");
      }
      batch.puts.clear();
    }
  }

  std::unique_ptr<Actor> MakeActor(int, uint64_t seed) override {
    return std::make_unique<Shopper>(&options_, mix_, &popularity_, &bad_reads_, seed);
  }

  std::vector<std::string> Verify(conformance::Client& client, const Claims&) override {
    std::vector<std::string> violations =
        MixViolations(client.ScanAll({.table = options_.table, .consistent = true}), options_.items);
    if (bad_reads_ > 0) {
      violations.push_back(std::to_string(bad_reads_.load()) + " reads found an item missing or torn.");
    }
    return violations;
  }

 private:
  const WorkloadOptions options_;
  const Mix mix_;
  const Zipf popularity_;
  std::atomic<int64_t> bad_reads_ = 0;
};

}  // namespace

std::unique_ptr<Workload> MakeItemMix(const WorkloadOptions& options, Mix mix) {
  return std::make_unique<ItemMix>(options, mix);
}

Item MixItem(int64_t number, int64_t version, int bytes) {
  Item item = ItemKey(number);
  item["version"] = N(version);
  item["filler"] = S(Filler(version, static_cast<size_t>(bytes)));
  return item;
}

std::vector<std::string> MixViolations(const std::vector<Item>& table, int64_t items) {
  ViolationSummary summary;
  if (static_cast<int64_t>(table.size()) != items) {
    summary.Add("There are " + std::to_string(table.size()) + " items, but " + std::to_string(items) +
                " were written.");
  }
  for (const Item& item : table) {
    if (!IsWhole(item)) {
      summary.Add(conformance::TextOf(item, "pk") + " " + conformance::TextOf(item, "sk") +
                  " is not as any one put wrote it.");
    }
  }
  return std::move(summary).Take();
}

}  // namespace holdfast::bench
