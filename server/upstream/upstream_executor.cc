#include "server/upstream/upstream_executor.h"

#include <algorithm>
#include <chrono>
#include <utility>
#include <variant>

#include "engine/schema/key_rules.h"
#include "server/race/table_changes.h"
#include "server/upstream/forwarded_request.h"
#include "server/upstream/item_requests_json.h"
#include "server/upstream/item_responses.h"
#include "server/upstream/upstream_response.h"

namespace holdfast::server {
namespace {

using race::Execution;
using race::Footprint;
using race::ItemName;
using race::ItemVersion;
using race::Request;
using race::Target;

ItemRef ToItem(const std::optional<AttributeMap>& attributes) {
  return Item::Create(attributes.has_value() ? attributes->view() : AttributeMap().view());
}

// What each member of a write stores, in the order of the targets: an empty item if the response does not show what an
// update has stored; null for a deletion and for a member that only checks.
struct StoredContents {
  const race::Response& response;

  std::vector<ItemRef> operator()(const PutItemRequest& put) const { return {ToItem(put.item)}; }
  std::vector<ItemRef> operator()(const UpdateItemRequest& update) const {
    const std::optional<ResponseItem>& attributes = std::get<UpdateItemResponse>(response).attributes;
    const bool shows_all = update.return_values.is(ReturnValues::kAllNew) && attributes.has_value();
    return {shows_all ? ItemRef(Item::Create(attributes->view())) : ToItem(std::nullopt)};
  }
  std::vector<ItemRef> operator()(const DeleteItemRequest&) const { return {nullptr}; }
  std::vector<ItemRef> operator()(const BatchWriteItemRequest& batch) const {
    std::vector<ItemRef> contents;
    for (const auto& [table, members] : *batch.request_items) {
      for (const WriteRequest& write : members) {
        contents.push_back(write.put_request.has_value() ? ToItem(write.put_request->item) : nullptr);
      }
    }
    return contents;
  }
  std::vector<ItemRef> operator()(const TransactWriteItemsRequest& writes) const {
    std::vector<ItemRef> contents;
    for (const TransactWriteItem& action : *writes.transact_items) {
      contents.push_back(action.put.has_value()      ? ToItem(action.put->item)
                         : action.update.has_value() ? ToItem(std::nullopt)
                                                     : nullptr);
    }
    return contents;
  }
  template <typename Read>
  std::vector<ItemRef> operator()(const Read&) const {
    return {};
  }
};

std::string_view TokenOf(const Request& request) {
  const auto* const transaction = std::get_if<TransactWriteItemsRequest>(&request);
  return transaction == nullptr || !transaction->client_request_token.has_value()
             ? std::string_view()
             : std::string_view(*transaction->client_request_token);
}

// The item's name; nothing if a projection has left out a part of its key.
std::optional<ItemName> NameOf(const TableSchema& schema, AttributeMapView item) {
  const bool shows_key = item.Find(schema.partition_key().name).has_value() &&
                         (schema.sort_key() == nullptr || item.Find(schema.sort_key()->name).has_value());
  if (!shows_key) return std::nullopt;
  const TableKey key = KeyOfStored(schema, item);
  return ItemName{schema.name, std::string(key.partition), std::string(key.sort)};
}

race::Delivery DeliveryOf(const RawOutcome& outcome, bool is_success) {
  // A response with status 200 that cannot be read gives no more information than a missing one.
  if (IsUnknown(outcome) || (outcome.status == 200 && !is_success)) return race::Delivery::kNoResponse;
  return outcome.no_response_reason.empty() ? race::Delivery::kResponded : race::Delivery::kNotSent;
}

Error EndlessScan(std::string_view table_name, const std::string& why) {
  return {ErrorKind::kLimitExceeded, "the upstream's Scan of " + std::string(table_name) + " does not end: " + why};
}

}  // namespace

UpstreamExecutor::UpstreamExecutor(UpstreamClient& client, TableMirror& tables)
    : client_(client),
      tables_(tables),
      find_table_([&tables](std::string_view table_name) { return tables.Find(table_name); }) {}

void UpstreamExecutor::BeginRun() {
  tables_.Forget();
  versions_.clear();
  tokens_.clear();
  last_commit_ = kStartCommit;
}

std::vector<std::optional<Target>> UpstreamExecutor::TargetsOf(const Request& request) {
  tables_.Fetch(race::TablesOf(request));
  return race::TargetsOf(request, find_table_);
}

Footprint UpstreamExecutor::FootprintOf(const Request& request) {
  const std::vector<std::string_view> tables = race::TablesOf(request);
  tables_.Fetch(tables);
  Footprint footprint = race::FootprintOf(request, find_table_);
  // The footprint of a request to a table that is not known covers everything.
  footprint.everything |=
      std::any_of(tables.begin(), tables.end(), [&](std::string_view table) { return tables_.Find(table) == nullptr; });
  return footprint;
}

Execution UpstreamExecutor::Execute(const Request& request) {
  const auto* const sent = dynamic_cast<const ForwardedRequest*>(request.attachment.get());
  if (const auto* const opaque = std::get_if<race::OpaqueRequest>(&request); opaque != nullptr && sent == nullptr) {
    Status called = opaque->call();
    if (!called.ok()) return {std::move(called).error(), {}, {}, {}};
    return {race::Response(race::OpaqueResponse()), {}, {}, {}};
  }
  const Targets targets = TargetsOf(request);
  const std::string_view operation = race::OperationName(request);
  RawOutcome outcome = ToOutcome(client_.Call(operation, sent != nullptr ? sent->body() : BatchBody(request)));
  Execution execution{ReadItemResponse(request, outcome), FootprintOf(request), {}, {}};
  execution.delivery = DeliveryOf(outcome, execution.outcome.ok());
  if (sent != nullptr) *sent->outcome() = std::move(outcome);
  if (std::holds_alternative<race::OpaqueRequest>(request)) {
    if (ChangesTables(operation)) tables_.Forget();
  } else if (execution.outcome.ok()) {
    race::MayWrite(request) ? RecordWrites(request, targets, execution) : RecordReads(request, targets, execution);
  }
  execution.as_of = last_commit_;
  return execution;
}

void UpstreamExecutor::RecordRead(const ItemName& item, std::string key_text, ItemRef content, Execution& execution) {
  const auto known = versions_.try_emplace(item, content == nullptr ? 0 : kStartCommit).first;
  if ((known->second == 0) != (content == nullptr)) return;
  ItemVersion version{item};
  version.version = known->second;
  version.content = std::move(content);
  version.key_text = std::move(key_text);
  execution.reads.push_back(std::move(version));
}

void UpstreamExecutor::RecordWrite(const Target& target, uint64_t commit, ItemRef content, Execution& execution) {
  ItemVersion write{target.item};
  if (const auto known = versions_.find(target.item); known != versions_.end()) write.replaced = known->second;
  write.version = commit;
  versions_[target.item] = content == nullptr ? 0 : commit;
  write.content = std::move(content);
  write.key_text = target.key_text;
  // All areas of the request, because it is not known which of them belong to this item.
  write.areas = execution.footprint.areas;
  execution.writes.push_back(std::move(write));
}

std::set<ItemName> UpstreamExecutor::RecordItems(std::string_view table_name, const std::vector<ResponseItem>& items,
                                                 Execution& execution) {
  std::set<ItemName> names;
  const std::shared_ptr<Table> table = tables_.Find(table_name);
  if (table == nullptr) return names;
  for (const ResponseItem& item : items) {
    const std::optional<ItemName> name = NameOf(table->schema(), item.view());
    if (!name.has_value()) continue;
    RecordRead(*name, race::KeyText(table->schema(), item.view()), Item::Create(item.view()), execution);
    names.insert(*name);
  }
  return names;
}

void UpstreamExecutor::RecordBatch(const BatchGetItemRequest& request, const Targets& targets,
                                   const BatchGetItemResponse& response, Execution& execution) {
  std::set<ItemName> shown;
  for (const auto& [table, items] : response.responses) shown.merge(RecordItems(table, items, execution));
  // If the response shows the keys of all its items, a requested key that is not among them has no item.
  const bool shows_keys = std::none_of(request.request_items->begin(), request.request_items->end(), [](auto& entry) {
    return entry.second.projection_expression.has_value() || entry.second.attributes_to_get.has_value();
  });
  if (!shows_keys || !response.unprocessed_keys.empty()) return;
  for (const std::optional<Target>& target : targets) {
    if (!target.has_value() || shown.count(target->item) != 0) continue;
    RecordRead(target->item, target->key_text, nullptr, execution);
  }
}

void UpstreamExecutor::RecordReads(const Request& request, const Targets& targets, Execution& execution) {
  const race::Response& response = execution.outcome.value();
  if (const auto* const get = std::get_if<GetItemResponse>(&response)) {
    if (targets.empty() || !targets.front().has_value()) return;
    RecordRead(targets.front()->item, targets.front()->key_text,
               get->item.has_value() ? ItemRef(Item::Create(get->item->view())) : nullptr, execution);
  } else if (const auto* const query = std::get_if<QueryResponse>(&response)) {
    if (query->items.has_value()) RecordItems(race::TablesOf(request).front(), *query->items, execution);
  } else if (const auto* const scan = std::get_if<ScanResponse>(&response)) {
    if (scan->items.has_value()) RecordItems(race::TablesOf(request).front(), *scan->items, execution);
  } else if (const auto* const batch = std::get_if<BatchGetItemResponse>(&response)) {
    RecordBatch(std::get<BatchGetItemRequest>(request), targets, *batch, execution);
  } else if (const auto* const gets = std::get_if<TransactGetItemsResponse>(&response)) {
    for (size_t i = 0; i < std::min(targets.size(), gets->responses.size()); ++i) {
      if (!targets[i].has_value()) continue;
      const std::optional<ResponseItem>& item = gets->responses[i];
      RecordRead(targets[i]->item, targets[i]->key_text,
                 item.has_value() ? ItemRef(Item::Create(item->view())) : nullptr, execution);
    }
  }
}

void UpstreamExecutor::RecordWrites(const Request& request, const Targets& targets, Execution& execution) {
  const std::string_view token = TokenOf(request);
  if (!token.empty() && !tokens_.emplace(token).second) return;
  const Targets unprocessed = race::UnprocessedTargets(execution.outcome, find_table_);
  const std::vector<ItemRef> contents = std::visit(StoredContents{execution.outcome.value()}, request);
  const bool one_commit_each = std::holds_alternative<BatchWriteItemRequest>(request);
  for (size_t i = 0; i < std::min(targets.size(), contents.size()); ++i) {
    if (!targets[i].has_value() || !targets[i]->writes) continue;
    if (race::Contains(unprocessed, targets[i]->item)) continue;
    if (one_commit_each || !execution.committed) ++last_commit_;
    execution.committed = true;
    RecordWrite(*targets[i], last_commit_, contents[i], execution);
  }
}

Execution UpstreamExecutor::DeleteExpired(const ItemName&) {
  return {race::Response(race::OpaqueResponse()), {}, {}, {}};
}

bool UpstreamExecutor::HasTable(std::string_view table) {
  tables_.Fetch({table});
  return tables_.Find(table) != nullptr;
}

Result<std::vector<ItemVersion>> UpstreamExecutor::ItemsOf(std::string_view table_name) {
  tables_.Fetch({table_name});
  const std::shared_ptr<Table> table = tables_.Find(table_name);
  if (table == nullptr) return Error{ErrorKind::kResourceNotFound, "the upstream does not describe such a table"};
  const Request scan = ScanRequest();
  const UpstreamLimits& limits = client_.limits();
  const auto deadline = std::chrono::steady_clock::now() + limits.table_scan;
  uint64_t bytes = 0;
  std::vector<ItemVersion> items;
  for (std::string body = ScanBody(table_name, std::nullopt);;) {
    const RawOutcome outcome = ToOutcome(client_.Call("Scan", body));
    const Result<race::Response> response = ReadItemResponse(scan, outcome);
    if (!response.ok()) return response.error();
    const auto& page = std::get<ScanResponse>(response.value());
    for (const ResponseItem& item : page.items.value_or(std::vector<ResponseItem>())) {
      const std::optional<ItemName> name = NameOf(table->schema(), item.view());
      if (!name.has_value()) continue;
      ItemVersion& version = items.emplace_back(ItemVersion{*name});
      const auto known = versions_.find(*name);
      version.version = known == versions_.end() ? kStartCommit : known->second;
      version.content = Item::Create(item.view());
      version.key_text = race::KeyText(table->schema(), item.view());
    }
    if (!page.last_evaluated_key.has_value()) return items;
    std::string next_body = ScanBody(table_name, page.last_evaluated_key);
    if (next_body == body) return EndlessScan(table_name, "a page's LastEvaluatedKey is its own ExclusiveStartKey");
    bytes += outcome.body.size();
    if (bytes > limits.table_bytes_max) {
      return EndlessScan(table_name, "it has more than " + std::to_string(limits.table_bytes_max) + " bytes");
    }
    if (std::chrono::steady_clock::now() >= deadline) {
      return EndlessScan(table_name, "it takes more than " + std::to_string(limits.table_scan.count()) + " ms");
    }
    body = std::move(next_body);
  }
}

}  // namespace holdfast::server
