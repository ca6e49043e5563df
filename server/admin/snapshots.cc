#include "server/admin/snapshots.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "absl/time/clock.h"
#include "server/admin/selected_databases.h"
#include "server/json/json_writer.h"
#include "server/message/decimal.h"

namespace holdfast::server {
namespace {

AdminFailure NoSuchSnapshot(std::string_view id) { return {404, "there is no snapshot " + std::string(id)}; }

void WriteName(const DatabaseName& name, JsonWriter& writer) {
  writer.BeginObject();
  writer.StringMember("account", name.account);
  writer.StringMember("region", name.region);
  if (!name.fork.empty()) writer.StringMember("fork", name.fork);
  writer.EndObject();
}

void WriteId(std::string_view id, std::string* body) {
  JsonWriter writer(body);
  writer.BeginObject();
  writer.StringMember("id", id);
  writer.EndObject();
}

// A predicate for the databases of a snapshot.
auto IsSelectedBy(const AdminCall& call) {
  return [&call](const auto& database) { return call.databases.Matches(database.first); };
}

}  // namespace

AdminOutcome Snapshots::Take(const AdminCall& call, std::string* body) {
  {
    LatchLock lock(&latch_);
    if (entries_.size() >= kSnapshotsMax) {
      return AdminFailure{400, "there are " + std::to_string(entries_.size()) +
                                   " snapshots, the most that are kept; GET /_holdfast/snapshots lists them"};
    }
  }
  if (const Status memory = engine_->CheckMemoryLimit(); !memory.ok()) return AdminFailure{400, memory.error().message};
  // A named database that does not exist is created, so that the snapshot has it.
  const auto databases = SelectOrCreateDatabases(*engine_, call.databases);
  if (!databases.ok()) return databases.error();
  const std::shared_ptr<const Entry> entry(new Entry{absl::Now(), call.all, engine_->TakeSnapshot(call.databases)});
  uint64_t number = 0;
  {
    LatchLock lock(&latch_);
    number = next_id_++;
    entries_.emplace(number, entry);
  }
  WriteId(std::to_string(number), body);
  return std::nullopt;
}

AdminOutcome Snapshots::List(const AdminCall&, std::string* body) const {
  std::map<uint64_t, std::shared_ptr<const Entry>> entries;
  {
    LatchLock lock(&latch_);
    entries = entries_;
  }
  JsonWriter writer(body);
  writer.BeginObject();
  writer.BeginArray("snapshots");
  for (const auto& [number, entry] : entries) {
    writer.BeginObject();
    writer.StringMember("id", std::to_string(number));
    writer.TimeMember("taken", entry->taken);
    writer.BeginArray("databases");
    for (const auto& [name, snapshot] : entry->snapshot.databases()) WriteName(name, writer);
    writer.EndArray();
    writer.EndObject();
  }
  writer.EndArray();
  writer.EndObject();
  return std::nullopt;
}

AdminOutcome Snapshots::Restore(const AdminCall& call, std::string* body) {
  const std::string_view id = call.path[1];
  const std::shared_ptr<const Entry> entry = Find(id);
  if (entry == nullptr) return NoSuchSnapshot(id);
  engine_->Restore(entry->snapshot, call.databases);
  WriteId(id, body);
  return std::nullopt;
}

AdminOutcome Snapshots::Drop(const AdminCall& call, std::string* body) {
  const std::string_view id = call.path[1];
  const std::optional<uint64_t> number = ParseDecimal(id);
  // Destroyed after the latch is released: freeing the data that only it holds may take long.
  std::shared_ptr<const Entry> dropped;
  {
    LatchLock lock(&latch_);
    const auto found = number.has_value() ? entries_.find(*number) : entries_.end();
    if (found == entries_.end()) return NoSuchSnapshot(id);
    const auto& databases = found->second->snapshot.databases();
    if (!std::all_of(databases.begin(), databases.end(), IsSelectedBy(call))) {
      return AdminFailure{400, "snapshot " + std::string(id) +
                                   " has other databases, too: leave account, region and fork out to delete it"};
    }
    dropped = std::move(found->second);
    entries_.erase(found);
  }
  WriteId(id, body);
  return std::nullopt;
}

Result<Snapshots::Scope, AdminFailure> Snapshots::ScopeOf(const AdminCall& call) const {
  const std::string_view id = call.path[1];
  const std::shared_ptr<const Entry> entry = Find(id);
  if (entry == nullptr) return NoSuchSnapshot(id);
  const auto& databases = entry->snapshot.databases();
  std::optional<DatabaseSelection> scope = entry->snapshot.selection().And(call.databases);
  // A restore resets or drops databases that were created since the snapshot.
  const bool concerns_any = scope.has_value() && (std::any_of(databases.begin(), databases.end(), IsSelectedBy(call)) ||
                                                  call.databases.SelectsAll() || !engine_->Select(*scope).empty());
  if (!concerns_any) {
    return AdminFailure{404, "snapshot " + std::string(id) + " has no database of that account, region and fork"};
  }
  return Scope{*std::move(scope), entry->all};
}

std::shared_ptr<const Snapshots::Entry> Snapshots::Find(std::string_view id) const {
  const std::optional<uint64_t> number = ParseDecimal(id);
  if (!number.has_value()) return nullptr;
  LatchLock lock(&latch_);
  const auto found = entries_.find(*number);
  return found == entries_.end() ? nullptr : found->second;
}

}  // namespace holdfast::server
