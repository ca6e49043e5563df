#include "server/race/anomalies.h"

#include <algorithm>
#include <utility>
#include <variant>

#include "engine/race/steps/request_footprint.h"
#include "engine/tables/table.h"
#include "engine/tables/table_name.h"

namespace holdfast::server {
namespace {

bool WritesOneItem(const race::Request& request) {
  return std::holds_alternative<PutItemRequest>(request) || std::holds_alternative<UpdateItemRequest>(request) ||
         std::holds_alternative<DeleteItemRequest>(request);
}

bool ReadsGlobalIndex(const race::Request& request, const race::TableFinder& find_table) {
  const std::string_view index = race::IndexOf(request);
  if (index.empty()) return false;
  const std::shared_ptr<Table> table = find_table(race::TablesOf(request).front());
  if (table == nullptr) return false;
  const race::Footprint footprint = race::FootprintOf(request, find_table);
  const std::string space = race::IndexSpace(table->schema().name, index);
  return std::any_of(footprint.areas.begin(), footprint.areas.end(),
                     [&](const race::Area& area) { return area.space == space; });
}

}  // namespace

std::string_view NameOf(Anomaly anomaly) {
  switch (anomaly) {
    case Anomaly::kLostReply:
      return "a lost reply";
    case Anomaly::kLostRequest:
      return "a lost request";
    case Anomaly::kConflict:
      return "a transaction conflict";
    case Anomaly::kThrottle:
      return "a throttled request";
    case Anomaly::kStaleRead:
      return "a stale read";
    case Anomaly::kIndexLag:
      return "a lagging index";
  }
  return {};
}

void Anomalies::Restart(const AnomalyOptions& options) {
  const RequestOrder::Mode mode = options.seeded_order       ? RequestOrder::Mode::kSeeded
                                  : options.hold.count() > 0 ? RequestOrder::Mode::kRandomTimes
                                                             : RequestOrder::Mode::kOff;
  order_.BeginRun(mode, options.hold, options.seed);
  states_.ForgetAll();
  lost_updates_.Restart();
  LatchLock lock(&latch_);
  options_ = options;
  random_ = std::make_unique<Random>(options.seed);
  items_of_transactions_.clear();
  awaiting_retry_.clear();
  counts_ = AnomalyCounts();
  notes_.clear();
}

bool Anomalies::keeps_states() const {
  LatchLock lock(&latch_);
  return options_.stale_reads > 0 || options_.index_lag > 0;
}

std::optional<Anomaly> Anomalies::Choose(const NamedDatabase& database, const race::Request& request) {
  if (!race::IsOnItems(race::OperationName(request))) return std::nullopt;
  // A request may name its tables by their ARNs.
  std::vector<std::string_view> tables = race::TablesOf(request);
  for (std::string_view& table : tables) table = BareTableName(table);
  std::pair<DatabaseName, std::string> sent(database.first, race::OperationName(request));
  std::string& call = sent.second;
  if (!tables.empty()) call.append(" ").append(tables.front());
  const race::TableFinder find_table = race::FinderByBareName(*database.second);
  const race::Intents::Targets targets = race::TargetsOf(request, find_table);
  for (const auto& target : targets) {
    if (target.has_value()) call.append(" ").append(target->key_text);
  }
  if (const auto* const other = std::get_if<race::OpaqueRequest>(&request)) call.append(" ").append(other->statements);
  const bool stale = race::IsEventuallyConsistent(request);
  const bool lags = stale && ReadsGlobalIndex(request, find_table);
  LatchLock lock(&latch_);
  ++counts_.requests;
  AnomalyCounts* const counts = &counts_;
  Random& random = *random_;
  if (std::holds_alternative<TransactWriteItemsRequest>(request)) AddItemsOfTransaction(database.first, targets);
  const bool conflicts =
      race::IsTransaction(request) || (WritesOneItem(request) && !targets.empty() && targets.front().has_value() &&
                                       items_of_transactions_.contains({database.first, targets.front()->item}));
  std::optional<Anomaly> chosen;
  // Each possible anomaly is drawn, even if one is chosen already, so that no draw depends on the result of another.
  const auto consider = [&](Anomaly anomaly, bool possible, double rate) {
    if (!possible) return;
    ++counts->possible[static_cast<size_t>(anomaly)];
    if (rate > 0 && random.Chance(rate) && !chosen.has_value()) chosen = anomaly;
  };
  const bool may_be_retry = options_.spares_retries && awaiting_retry_.erase(sent) > 0;
  consider(Anomaly::kThrottle, !may_be_retry, options_.throttle);
  consider(Anomaly::kConflict, conflicts, options_.conflicts);
  consider(Anomaly::kLostReply, race::MayWrite(request) && !may_be_retry, options_.lost_replies);
  consider(Anomaly::kStaleRead, stale && !lags, options_.stale_reads);
  consider(Anomaly::kIndexLag, lags, options_.index_lag);
  const bool may_be_retried = chosen == Anomaly::kThrottle || chosen == Anomaly::kLostReply;
  if (options_.spares_retries && may_be_retried) {
    if (awaiting_retry_.size() == kItemsMax) awaiting_retry_.clear();
    awaiting_retry_.insert(std::move(sent));
  }
  if (chosen == Anomaly::kLostReply && random.Chance(0.5)) chosen = Anomaly::kLostRequest;
  return chosen;
}

void Anomalies::AddItemsOfTransaction(const DatabaseName& database, const race::Intents::Targets& targets) {
  if (items_of_transactions_.size() + targets.size() > kItemsMax) items_of_transactions_.clear();
  for (const auto& target : targets) {
    if (target.has_value()) items_of_transactions_.emplace(database, target->item);
  }
}

void Anomalies::TablesChanged(const NamedDatabase& database) {
  states_.Forget(database.second);
  LatchLock lock(&latch_);
  std::erase_if(items_of_transactions_, [&](const auto& item) { return item.first == database.first; });
}

std::chrono::milliseconds Anomalies::ChooseHold() {
  LatchLock lock(&latch_);
  return std::chrono::milliseconds(random_->Below(static_cast<uint64_t>(options_.hold.count()) + 1));
}

std::optional<race::Response> Anomalies::ReadOlder(const std::shared_ptr<Database>& database,
                                                   const race::Request& read) {
  std::optional<Random> random;
  {
    LatchLock lock(&latch_);
    random.emplace(random_->Next());
  }
  return states_.Read(database, read, *random, OlderStates::Clock::now());
}

void Anomalies::CountCaused(Anomaly anomaly, std::string_view request_text) {
  LatchLock lock(&latch_);
  ++counts_.caused[static_cast<size_t>(anomaly)];
  if (notes_.size() < kNotesMax) notes_.push_back(std::string(NameOf(anomaly)) + ": " + std::string(request_text));
}

AnomalyCounts Anomalies::counts() const {
  LatchLock lock(&latch_);
  return counts_;
}

std::vector<std::string> Anomalies::notes() const {
  LatchLock lock(&latch_);
  return notes_;
}

}  // namespace holdfast::server
