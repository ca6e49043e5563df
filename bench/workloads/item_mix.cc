#include "bench/workloads/item_mix.h"

#include <algorithm>
#include <random>
#include <utility>

#include "bench/workloads/violation_summary.h"
#include "conformance/client/requests.h"

namespace holdfast::bench {
namespace {

using conformance::Item;
using conformance::N;
using conformance::S;

constexpr int64_t kOrdersOfCustomer = 10;
constexpr size_t kBatchMax = 25;  // BatchWriteItem's

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

bool IsWhole(const Item& item) {
  const std::string filler = conformance::TextOf(item, "filler");
  return Has(item, "version") && filler == Filler(conformance::NumberOf(item, "version"), filler.size());
}

}  // namespace

Item MixItem(int64_t number, int64_t version, int bytes) {
  Item item = ItemKey(number);
  item["version"] = N(version);
  item["filler"] = S(Filler(version, static_cast<size_t>(bytes)));
  return item;
}

class ItemMix::Shopper : public Actor {
 public:
  Shopper(ItemMix* workload, uint64_t seed) : workload_(*workload), random_(seed) {}

  RequestStep Begin(TimePoint) override {
    const WorkloadOptions& options = workload_.options_;
    const auto number = static_cast<int64_t>(workload_.popularity_.Choose(random_));
    const double chance = UnitInterval(random_);
    if (chance < workload_.mix_.gets) {
      reading_ = true;
      return {"GetItem", ToJson(conformance::GetItemRequest{.table = options.table, .key = ItemKey(number)}),
              Nanoseconds(0)};
    }
    if (chance < workload_.mix_.gets + workload_.mix_.puts) {
      reading_ = false;
      const auto version = static_cast<int64_t>(random_() >> 1);
      return {"PutItem",
              ToJson(conformance::PutItemRequest{.table = options.table,
                                                 .item = MixItem(number, version, options.item_bytes)}),
              Nanoseconds(0)};
    }
    reading_ = true;
    conformance::QueryRequest query;
    query.table = options.table;
    query.key_condition = "pk = :pk";
    query.values = {{":pk", S(conformance::TextOf(ItemKey(number), "pk"))}};
    query.consistent = true;
    return {"Query", ToJson(query), Nanoseconds(0)};
  }

  NextStep Continue(const conformance::Response& response, TimePoint) override {
    Completion completion = CompletionOf(response);
    if (completion.outcome != Outcome::kGot || !reading_) return completion;
    std::vector<Item> items = response.items();
    if (std::optional<Item> item = response.item(); item.has_value()) items.push_back(*std::move(item));
    if (items.empty() || !std::all_of(items.begin(), items.end(), IsWhole)) {
      ++workload_.torn_reads_;
      completion = {
          .outcome = Outcome::kFailed, .decided_after = {}, .complaint = "A read found an item missing or torn"};
    }
    return completion;
  }

 private:
  ItemMix& workload_;
  std::mt19937_64 random_;
  bool reading_ = false;
};

ItemMix::ItemMix(WorkloadOptions options, Mix mix)
    : options_(std::move(options)), mix_(mix), popularity_(static_cast<size_t>(options_.items), options_.zipf) {}

void ItemMix::Prepare(conformance::Client& client) {
  conformance::BatchWriteItemRequest batch;
  batch.table = options_.table;
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

std::unique_ptr<Actor> ItemMix::MakeActor(int, uint64_t seed) { return std::make_unique<Shopper>(this, seed); }

std::vector<std::string> ItemMix::Verify(conformance::Client& client, const Claims&) {
  std::vector<std::string> violations =
      MixViolations(client.ScanAll({.table = options_.table, .consistent = true}), options_.items);
  if (torn_reads_ > 0) {
    violations.push_back(std::to_string(torn_reads_.load()) + " reads found an item missing or torn.");
  }
  return violations;
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
