#include "engine/race/steps/engine_executor.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <set>
#include <tuple>
#include <type_traits>
#include <utility>

#include "engine/operations.h"
#include "engine/race/steps/operation_text.h"
#include "engine/race/steps/partial_batch.h"
#include "engine/schema/key_rules.h"
#include "engine/storage/item_walk.h"
#include "engine/tables/expiry_window.h"

namespace holdfast::race {
namespace {

// Returns the stored version, which has its commit number; the engine's read path returns only attributes.
ItemRef ReadItem(const Table& table, const TableKey& key) {
  const uint64_t hash = table.items().HashOf(key.partition);
  LatchLock lock(&table.items().latch(PartitionMap::ShardOf(hash)));
  return table.items().Find(hash, key.partition, key.sort);
}

ItemRef ItemOf(const Database& database, const ItemName& item) {
  const std::shared_ptr<Table> table = database.FindTable(item.table);
  return table == nullptr ? nullptr : ReadItem(*table, {item.partition, item.sort});
}

std::vector<std::string> TableNamesOf(Database& database) {
  std::vector<std::string> names;
  ListTablesRequest request;
  for (bool more = true; more;) {
    const Result<ListTablesResponse> page = database.ListTables(request);
    if (!page.ok()) break;
    names.insert(names.end(), page->table_names.begin(), page->table_names.end());
    request.exclusive_start_table_name = page->last_evaluated_table_name;
    more = page->last_evaluated_table_name.has_value();
  }
  return names;
}

// The items of a Query's or Scan's response; null for other responses and for errors.
const std::vector<ResponseItem>* PageItemsOf(const Result<Response>& outcome) {
  if (!outcome.ok()) return nullptr;
  const std::optional<std::vector<ResponseItem>>* items = nullptr;
  if (const auto* query = std::get_if<QueryResponse>(&outcome.value())) items = &query->items;
  if (const auto* scan = std::get_if<ScanResponse>(&outcome.value())) items = &scan->items;
  return items != nullptr && items->has_value() ? &**items : nullptr;
}

}  // namespace

Result<Response> Call(Database& database, const Request& request) {
  return std::visit(
      [&](const auto& typed) -> Result<Response> {
        using T = std::decay_t<decltype(typed)>;
        const auto as_response = [](auto result) -> Result<Response> {
          if (!result.ok()) return std::move(result).error();
          return Response(std::move(result).value());
        };
        if constexpr (std::is_same_v<T, GetItemRequest>) return as_response(database.GetItem(typed));
        if constexpr (std::is_same_v<T, PutItemRequest>) return as_response(database.PutItem(typed));
        if constexpr (std::is_same_v<T, UpdateItemRequest>) return as_response(database.UpdateItem(typed));
        if constexpr (std::is_same_v<T, DeleteItemRequest>) return as_response(database.DeleteItem(typed));
        if constexpr (std::is_same_v<T, QueryRequest>) return as_response(database.Query(typed));
        if constexpr (std::is_same_v<T, ScanRequest>) return as_response(database.Scan(typed));
        if constexpr (std::is_same_v<T, BatchGetItemRequest>) return as_response(database.BatchGetItem(typed));
        if constexpr (std::is_same_v<T, BatchWriteItemRequest>) return as_response(database.BatchWriteItem(typed));
        if constexpr (std::is_same_v<T, TransactGetItemsRequest>) return as_response(database.TransactGetItems(typed));
        if constexpr (std::is_same_v<T, TransactWriteItemsRequest>) {
          return as_response(database.TransactWriteItems(typed));
        }
        if constexpr (std::is_same_v<T, OpaqueRequest>) {
          if (Status called = typed.call(); !called.ok()) return std::move(called).error();
          return Response(OpaqueResponse());
        }
      },
      request);
}

Result<Response> CallPartially(StepExecutor& executor, Request batch) {
  const std::vector<std::optional<Target>> targets = executor.TargetsOf(batch);
  if (targets.empty() || !AllKeysFit(targets)) return executor.Execute(batch).outcome;
  std::vector<bool> left_out(targets.size());
  left_out.back() = true;
  Response unprocessed = TakeUnprocessed(left_out, batch);
  if (!HasTables(batch)) return unprocessed;
  Result<Response> outcome = executor.Execute(batch).outcome;
  if (outcome.ok()) AddUnprocessed(std::move(unprocessed), outcome.value());
  return outcome;
}

EngineExecutor::EngineExecutor(Database& database, Options options)
    : database_(database),
      options_(options),
      find_table_([&database](std::string_view table_name) { return database.FindTable(table_name); }) {}

void EngineExecutor::BeginRun() {
  versions_.clear();
  version_bytes_ = 0;
  if (start_.has_value()) {
    database_.Restore(*start_);
  } else {
    start_ = database_.TakeSnapshot();
    start_commit_ = database_.last_commit();
  }
  run_commit_ = database_.last_commit();
  FindTablesWithExpiry();
  if (options_.keep_versions) AddVersion(start_commit_);
}

uint64_t EngineExecutor::ToRunCommit(uint64_t commit) const {
  return commit <= start_commit_ ? commit : start_commit_ + (commit - run_commit_);
}

uint64_t EngineExecutor::last_commit() { return ToRunCommit(database_.last_commit()); }

Footprint EngineExecutor::FootprintOf(const Request& request) { return race::FootprintOf(request, find_table_); }

std::vector<std::optional<Target>> EngineExecutor::TargetsOf(const Request& request) {
  return race::TargetsOf(request, find_table_);
}

ItemVersion EngineExecutor::VersionOf(const ItemName& item, std::string key_text, const ItemRef& content) const {
  ItemVersion version{item};
  version.version = content == nullptr ? 0 : ToRunCommit(content->commit());
  version.content = content;
  version.key_text = std::move(key_text);
  return version;
}

void EngineExecutor::CompareWrites(const std::vector<std::optional<Target>>& targets,
                                   const std::vector<ItemRef>& before, bool one_commit_each, Execution& execution) {
  // A deletion stores no version from which its commit number could be read. The number follows from the order of the
  // commits: the members of a BatchWriteItem have consecutive commits, also if they change nothing, and those of a
  // transaction share one.
  uint64_t last = last_commit();
  const std::vector<std::optional<Target>> unprocessed = UnprocessedTargets(execution.outcome, find_table_);
  for (size_t i = targets.size(); i-- > 0;) {
    if (!targets[i].has_value()) continue;
    const ItemName& item = targets[i]->item;
    const std::shared_ptr<Table> table = database_.FindTable(item.table);
    if (table == nullptr) continue;
    const ItemRef after = ReadItem(*table, {item.partition, item.sort});
    Footprint footprint = FootprintOfWrite(*table, item, before[i], after);
    execution.footprint.Add(footprint);
    ItemVersion version = VersionOf(item, targets[i]->key_text, before[i]);
    version.areas = std::move(footprint.areas);
    if (after.get() == before[i].get()) {
      const bool wrote = targets[i]->writes && execution.outcome.ok() && !Contains(unprocessed, item);
      if (wrote && one_commit_each) --last;
      version.replaced = version.version;
      (wrote ? execution.unchanged : execution.reads).push_back(std::move(version));
      continue;
    }
    version.replaced = version.version;
    version.content_before = version.content;
    version.content = after;
    version.version = after == nullptr ? last : ToRunCommit(after->commit());
    if (one_commit_each) last = version.version - 1;
    execution.writes.push_back(std::move(version));
  }
  std::reverse(execution.unchanged.begin(), execution.unchanged.end());
  std::reverse(execution.reads.begin(), execution.reads.end());
  std::reverse(execution.writes.begin(), execution.writes.end());
}

void EngineExecutor::ReadVersions(Database& database, const Request& request,
                                  const std::vector<std::optional<Target>>& targets, Execution& execution) const {
  for (const std::optional<Target>& target : targets) {
    if (!target.has_value()) continue;
    execution.reads.push_back(VersionOf(target->item, target->key_text, ItemOf(database, target->item)));
  }
  const std::vector<ResponseItem>* const items = PageItemsOf(execution.outcome);
  if (items == nullptr) return;
  const std::shared_ptr<Table> table = database.FindTable(TablesOf(request).front());
  if (table == nullptr) return;
  const TableSchema& schema = table->schema();
  for (const ResponseItem& item : *items) {
    const bool has_key = item.view().Find(schema.partition_key().name).has_value() &&
                         (schema.sort_key() == nullptr || item.view().Find(schema.sort_key()->name).has_value());
    if (!has_key) continue;
    const TableKey key = KeyOfStored(schema, item.view());
    execution.reads.push_back(VersionOf({schema.name, std::string(key.partition), std::string(key.sort)},
                                        KeyText(schema, item.view()), ReadItem(*table, key)));
  }
}

void EngineExecutor::RecordCommit(uint64_t last_commit_before, Execution& execution) {
  const uint64_t commit = database_.last_commit();
  execution.as_of = ToRunCommit(commit);
  execution.committed = commit != last_commit_before;
}

void EngineExecutor::AddVersion(uint64_t commit) {
  versions_.push_back({commit, database_.Fork(), database_.CountSize().copy_bytes});
  version_bytes_ += versions_.back().bytes;
}

void EngineExecutor::KeepVersion(const Execution& execution, const Database* before) {
  const bool may_differ = execution.committed || execution.footprint.everything;
  if (!options_.keep_versions || !may_differ) return;
  size_t replaced = 0;
  for (const ItemVersion& write : execution.writes) {
    if (write.content_before != nullptr) replaced += write.content_before->size_bytes();
  }
  for (const std::string& name : execution.changed_tables) {
    const std::shared_ptr<Table> deleted = before == nullptr ? nullptr : before->FindTable(name);
    if (deleted != nullptr) replaced += deleted->items().size_bytes();
  }
  // There is none before the first run.
  if (!versions_.empty()) {
    versions_.back().bytes += replaced;
    version_bytes_ += replaced;
  }
  AddVersion(execution.as_of);
  while (versions_.size() > 1 &&
         (versions_.size() > options_.versions_max || version_bytes_ > options_.versions_bytes_max)) {
    version_bytes_ -= versions_.front().bytes;
    versions_.pop_front();
  }
}

void EngineExecutor::CompareItems(const Table& before, const Table& after, Execution& execution) {
  const auto add = [&](const Partition& partition, const SortedEntry& entry, const ItemRef& old,
                       const ItemRef& stored) {
    ItemVersion version = VersionOf({after.name(), std::string(partition.key()), std::string(entry.key)},
                                    KeyText(after.schema(), entry.item->attributes()), stored);
    version.replaced = old == nullptr ? 0 : ToRunCommit(old->commit());
    version.content_before = old;
    // A deletion stores no commit number, so it gets the request's last one: the request did not write the item again.
    if (stored == nullptr) version.version = last_commit();
    execution.writes.push_back(std::move(version));
  };
  WalkPosition present;
  WalkItems(after.items(), SIZE_MAX, present, [&](const Partition& partition, const SortedEntry& entry) {
    const ItemRef old = ReadItem(before, {partition.key(), entry.key});
    if (old.get() != entry.item.get()) add(partition, entry, old, entry.item);
  });
  WalkPosition past;
  WalkItems(before.items(), SIZE_MAX, past, [&](const Partition& partition, const SortedEntry& entry) {
    if (ReadItem(after, {partition.key(), entry.key}) == nullptr) add(partition, entry, entry.item, nullptr);
  });
}

void EngineExecutor::CompareTables(Database& before, Execution& execution) {
  const std::vector<std::string> old_names = TableNamesOf(before);
  const std::vector<std::string> names = TableNamesOf(database_);
  std::set_symmetric_difference(old_names.begin(), old_names.end(), names.begin(), names.end(),
                                std::back_inserter(execution.changed_tables));
  if (!execution.committed) return;
  for (const std::string& name : names) {
    const std::shared_ptr<Table> old_table = before.FindTable(name);
    const std::shared_ptr<Table> table = database_.FindTable(name);
    if (old_table != nullptr && table != nullptr) CompareItems(*old_table, *table, execution);
  }
  std::sort(execution.writes.begin(), execution.writes.end(), [](const ItemVersion& a, const ItemVersion& b) {
    return std::tie(a.version, a.item) < std::tie(b.version, b.item);
  });
}

Execution EngineExecutor::ExecuteOpaque(const Request& request) {
  const uint64_t commit_before = database_.last_commit();
  const std::unique_ptr<Database> before = MayWrite(request) ? database_.Fork() : nullptr;
  Execution execution{Call(database_, request), FootprintOf(request), {}, {}};
  FindTablesWithExpiry();
  RecordCommit(commit_before, execution);
  if (before != nullptr) CompareTables(*before, execution);
  KeepVersion(execution, before.get());
  return execution;
}

Execution EngineExecutor::Execute(const Request& request) {
  if (std::holds_alternative<OpaqueRequest>(request)) return ExecuteOpaque(request);
  const std::vector<std::optional<Target>> targets = TargetsOf(request);
  const uint64_t commit_before = database_.last_commit();
  const bool writes = MayWrite(request) && !targets.empty();
  std::vector<ItemRef> before(targets.size());
  if (writes) {
    for (size_t i = 0; i < targets.size(); ++i) {
      if (targets[i].has_value()) before[i] = ItemOf(database_, targets[i]->item);
    }
  }
  Execution execution{Call(database_, request), {}, {}, {}};
  if (writes) {
    CompareWrites(targets, before, std::holds_alternative<BatchWriteItemRequest>(request), execution);
  } else {
    execution.footprint = FootprintOf(request);
    ReadVersions(database_, request, targets, execution);
  }
  RecordCommit(commit_before, execution);
  KeepVersion(execution, nullptr);
  return execution;
}

std::optional<size_t> EngineExecutor::FindStale(const Request& request, size_t versions, size_t* count) {
  *count = 0;
  if (versions_.size() < 2) return std::nullopt;
  // The responses of the present state and of the past states that were examined already.
  std::set<std::string> outcomes;
  outcomes.insert(DescribeOutcome(Call(*versions_.back().database, request)));
  for (size_t i = versions_.size() - 1; i-- > 0;) {
    if (!outcomes.insert(DescribeOutcome(Call(*versions_[i].database, request))).second) continue;
    if (++*count == versions) return i;
  }
  return std::nullopt;
}

size_t EngineExecutor::CountStale(const Request& request, size_t versions_max) {
  size_t count = 0;
  if (versions_max > 0) FindStale(request, versions_max, &count);
  return count;
}

Execution EngineExecutor::ExecuteStale(const Request& request, size_t versions) {
  size_t count = 0;
  const std::optional<size_t> position = FindStale(request, versions, &count);
  const Version& version = versions_[position.value_or(versions_.size() - 1)];
  Execution execution{Call(*version.database, request), FootprintOf(request), {}, {}};
  execution.as_of = version.commit;
  ReadVersions(*version.database, request, TargetsOf(request), execution);
  return execution;
}

void EngineExecutor::FindTablesWithExpiry() {
  tables_with_expiry_.clear();
  for (std::string& name : TableNamesOf(database_)) {
    const std::shared_ptr<Table> table = database_.FindTable(name);
    const bool expires = table != nullptr && table->ReadSettings([](const TableSettings& settings) {
      return settings.time_to_live.attribute_name.has_value();
    });
    if (expires) tables_with_expiry_.push_back(std::move(name));
  }
}

std::vector<ExpiredItem> EngineExecutor::ExpiredItems() {
  std::vector<ExpiredItem> expired;
  if (tables_with_expiry_.empty()) return expired;
  const ExpiryWindow window(database_.Now());
  for (const std::string& name : tables_with_expiry_) {
    const std::shared_ptr<Table> table = database_.FindTable(name);
    if (table == nullptr) continue;
    for (size_t shard = 0; shard < PartitionMap::kShards; ++shard) {
      std::vector<ItemRef> due;
      std::string after;
      {
        LatchLock lock(&table->items().latch(shard));
        if (table->expiry_order() == nullptr) break;
        table->expiry_order()->FindExpired(shard, window, SIZE_MAX, after, due);
      }
      for (const ItemRef& item : due) {
        const TableKey key = KeyOfStored(table->schema(), item->attributes());
        expired.push_back(
            {{name, std::string(key.partition), std::string(key.sort)}, KeyText(table->schema(), item->attributes())});
      }
    }
  }
  std::sort(expired.begin(), expired.end(), [](const ExpiredItem& a, const ExpiredItem& b) { return a.item < b.item; });
  return expired;
}

Footprint EngineExecutor::FootprintOfExpiry(const ItemName& item) {
  const std::shared_ptr<Table> table = database_.FindTable(item.table);
  return table == nullptr ? Footprint() : FootprintOfPossibleWrite(*table, item);
}

Execution EngineExecutor::DeleteExpired(const ItemName& item) {
  Execution execution{Response(OpaqueResponse()), {}, {}, {}};
  const std::shared_ptr<Table> table = database_.FindTable(item.table);
  if (table == nullptr) return execution;
  const uint64_t commit_before = database_.last_commit();
  const ItemRef before = ItemOf(database_, item);
  std::string key_text = before == nullptr ? "" : KeyText(table->schema(), before->attributes());
  database_.DeleteIfExpired(item.table, {item.partition, item.sort});
  CompareWrites({Target{item, std::move(key_text), true}}, {before}, /*one_commit_each=*/false, execution);
  RecordCommit(commit_before, execution);
  KeepVersion(execution, nullptr);
  return execution;
}

Result<std::vector<ItemVersion>> EngineExecutor::ItemsOf(std::string_view table) {
  Request request = ScanRequest();
  ScanRequest& scan = std::get<ScanRequest>(request);
  scan.table_name = std::string(table);
  scan.consistent_read = true;
  Execution found{Response(OpaqueResponse()), {}, {}, {}};
  for (bool more = true; more;) {
    found.outcome = Call(database_, request);
    if (!found.outcome.ok()) return std::move(found.outcome).error();
    ReadVersions(database_, request, {}, found);
    scan.exclusive_start_key = std::get<ScanResponse>(found.outcome.value()).last_evaluated_key;
    more = scan.exclusive_start_key.has_value();
  }
  return std::move(found.reads);
}

}  // namespace holdfast::race
