#include "server/admin/snapshots.h"

#include <algorithm>

#include "server/admin/selected_databases.h"
#include "server/json/json_writer.h"

namespace holdfast::server {
namespace {

AdminFailure NoSuchSnapshot(std::string_view id) { return {404, "there is no snapshot " + std::string(id)}; }

std::shared_ptr<Database> Named(Engine& engine, const DatabaseName& name) {
  if (!name.fork.empty()) return engine.fork(name.account, name.region, name.fork);
  // Kept by the engine for as long as it lives.
  return {std::shared_ptr<Database>(), &engine.database(name.account, name.region)};
}

void WriteId(std::string_view id, std::string* body) {
  JsonWriter writer(body);
  writer.BeginObject();
  writer.Name("id");
  writer.String(id);
  writer.EndObject();
}

}  // namespace

AdminOutcome Snapshots::Take(const AdminCall& call, std::string* body) {
  const auto databases = SelectDatabases(*engine_, call.databases);
  if (!databases.ok()) return databases.error();
  const std::shared_ptr<Entry> entry(new Entry{call.databases, engine_->clock(), {}});
  for (const auto& [name, database] : databases.value()) entry->databases.emplace_back(name, database->TakeSnapshot());
  std::string id;
  {
    LatchLock lock(&latch_);
    id = std::to_string(next_id_++);
    entries_.emplace(id, entry);
  }
  WriteId(id, body);
  return std::nullopt;
}

AdminOutcome Snapshots::Restore(const AdminCall& call, std::string* body) {
  const std::string_view id = call.path[1];
  const std::shared_ptr<const Entry> entry = Find(id);
  if (entry == nullptr) return NoSuchSnapshot(id);
  if (MeansAll(entry->selection)) engine_->clock().SetTo(entry->engine_clock);
  EmptyThoseMadeSince(*entry);
  for (const auto& [name, snapshot] : entry->databases) Named(*engine_, name)->Restore(snapshot);
  WriteId(id, body);
  return std::nullopt;
}

AdminOutcome Snapshots::Drop(const AdminCall& call, std::string* body) {
  const std::string_view id = call.path[1];
  // Destroyed after the latch: what it alone holds may be large.
  std::shared_ptr<const Entry> dropped;
  {
    LatchLock lock(&latch_);
    const auto found = entries_.find(id);
    if (found == entries_.end()) return NoSuchSnapshot(id);
    dropped = std::move(found->second);
    entries_.erase(found);
  }
  WriteId(id, body);
  return std::nullopt;
}

std::shared_ptr<const Snapshots::Entry> Snapshots::Find(std::string_view id) const {
  LatchLock lock(&latch_);
  const auto found = entries_.find(id);
  return found == entries_.end() ? nullptr : found->second;
}

void Snapshots::EmptyThoseMadeSince(const Entry& entry) {
  for (const auto& [name, database] : engine_->Select(entry.selection)) {
    const bool restored = std::any_of(entry.databases.begin(), entry.databases.end(),
                                      [&made = name](const auto& known) { return known.first == made; });
    if (!restored) engine_->Reset({name.account, name.region, name.fork});
  }
}

}  // namespace holdfast::server
