#include "engine/replication/replica.h"

#include <algorithm>

#include "engine/base/stored_bytes.h"

namespace holdfast {

Replica::Inbox::Inbox(const Inbox& other) {
  for (const Key* key : other.turns_) {
    const Change& change = other.changes_.find(*key)->second;
    Put({key->first, key->second}, change.hash, change.number, change.version);
  }
}

Replica::Inbox& Replica::Inbox::operator=(Inbox&& other) {
  changes_.swap(other.changes_);
  turns_.swap(other.turns_);
  return *this;
}

Replica::Inbox::~Inbox() {
  for (const auto& [key, change] : changes_) StoredBytes::Subtract(BytesOf(key));
}

size_t Replica::Inbox::BytesOf(const Key& key) {
  constexpr size_t kNodesBytes = sizeof(Changes::value_type) + sizeof(const Key*) + 6 * sizeof(void*);
  return kNodesBytes + key.first.size() + key.second.size();
}

void Replica::Inbox::Put(const TableKey& key, uint64_t hash, uint64_t number, const ItemRef& version) {
  auto found = changes_.find(key);
  if (found == changes_.end()) {
    found = changes_.try_emplace(Key(key.partition, key.sort)).first;
    found->second.turn = turns_.insert(turns_.end(), &found->first);
    StoredBytes::Add(BytesOf(found->first));
  }
  Change& change = found->second;
  change.hash = hash;
  change.number = number;
  change.version = version;
}

void Replica::Inbox::Erase(const TableKey& key) {
  const auto found = changes_.find(key);
  if (found == changes_.end()) return;
  StoredBytes::Subtract(BytesOf(found->first));
  turns_.erase(found->second.turn);
  changes_.erase(found);
}

uint64_t Replica::Inbox::NumberOf(const TableKey& key) const {
  const auto found = changes_.find(key);
  return found == changes_.end() ? 0 : found->second.number;
}

std::vector<ReplicatedChange> Replica::Inbox::First(size_t count_max) const {
  std::vector<ReplicatedChange> first;
  first.reserve(std::min(count_max, changes_.size()));
  for (const Key* key : turns_) {
    if (first.size() == count_max) break;
    const Change& change = changes_.find(*key)->second;
    first.push_back({key->first, key->second, change.hash, change.number, change.version});
  }
  return first;
}

Replica::Replica(std::string region, std::shared_ptr<BackgroundQueue> background)
    : region_(std::move(region)), group_(std::make_shared<Group>(std::move(background))) {
  LatchLock lock(&group_->latch);
  member_.region = region_;
  group_->members.push_back(&member_);
}

Replica::Replica(const Replica& source, std::string region, absl::Time now)
    : region_(std::move(region)), group_(source.group_) {
  LatchLock lock(&group_->latch);
  member_.region = region_;
  member_.status = ReplicaStatus::kCreating;
  member_.source = source.region_;
  member_.joined = now;
  member_.inbox = Inbox(source.member_.inbox);
  group_->members.push_back(&member_);
}

Replica::~Replica() { Leave(); }

void Replica::Send(const TableKey& key, uint64_t hash, const ItemRef& version) {
  bool wake = false;
  {
    LatchLock lock(&group_->latch);
    if (!member_.receives) return;
    const uint64_t number = ++group_->last_number;
    member_.inbox.Erase(key);
    for (Member* const other : group_->members) {
      if (other == &member_ || !other->receives) continue;
      other->inbox.Put(key, hash, number, version);
      wake = !group_->woken;
    }
    if (wake) group_->woken = true;
  }
  if (wake && group_->background != nullptr) group_->background->Wake();
}

bool Replica::Expects(const ReplicatedChange& change) const {
  LatchLock lock(&group_->latch);
  return member_.inbox.NumberOf(change.key()) == change.number;
}

void Replica::Accept(const ReplicatedChange& change) {
  LatchLock lock(&group_->latch);
  if (member_.inbox.NumberOf(change.key()) == change.number) member_.inbox.Erase(change.key());
}

std::vector<ReplicatedChange> Replica::Received(size_t count_max) const {
  LatchLock lock(&group_->latch);
  group_->woken = false;
  return member_.inbox.First(count_max);
}

bool Replica::has_received() const {
  LatchLock lock(&group_->latch);
  return !member_.inbox.empty();
}

bool Replica::BeginRequest(bool all_active) {
  LatchLock lock(&group_->latch);
  const bool idle = std::all_of(group_->members.begin(), group_->members.end(), [all_active](const Member* member) {
    return member->requests.empty() && (!all_active || member->status == ReplicaStatus::kActive);
  });
  if (!idle || group_->request_in_progress) return false;
  group_->request_in_progress = true;
  return true;
}

void Replica::EndRequest(std::optional<ReplicatedRequest> request) {
  {
    LatchLock lock(&group_->latch);
    group_->request_in_progress = false;
    if (!request.has_value()) return;
    for (Member* const other : group_->members) {
      if (other != &member_ && other->receives) other->requests.push_back(*request);
    }
  }
  if (group_->background != nullptr) group_->background->Wake();
}

std::optional<ReplicatedRequest> Replica::NextRequest() const {
  LatchLock lock(&group_->latch);
  if (member_.requests.empty()) return std::nullopt;
  return member_.requests.front();
}

void Replica::RemoveRequest() {
  LatchLock lock(&group_->latch);
  if (!member_.requests.empty()) member_.requests.pop_front();
}

void Replica::set_status(ReplicaStatus status) {
  LatchLock lock(&group_->latch);
  member_.status = status;
}

std::vector<ReplicaDescription> Replica::Others() const {
  LatchLock lock(&group_->latch);
  std::vector<ReplicaDescription> others;
  for (const Member* const other : group_->members) {
    if (other != &member_) others.push_back({other->region, other->status});
  }
  return others;
}

bool Replica::has_others() const {
  LatchLock lock(&group_->latch);
  return std::any_of(group_->members.begin(), group_->members.end(),
                     [this](const Member* other) { return other != &member_; });
}

bool Replica::HasSourceSince(std::string_view region, absl::Time since) const {
  LatchLock lock(&group_->latch);
  return std::any_of(group_->members.begin(), group_->members.end(),
                     [&](const Member* member) { return member->source == region && member->joined > since; });
}

std::pair<Replica::Inbox, std::deque<ReplicatedRequest>> Replica::StopLatched() {
  member_.receives = false;
  return {std::exchange(member_.inbox, Inbox()), std::exchange(member_.requests, {})};
}

void Replica::Stop() {
  // Destroyed without the latch: there may be many changes.
  std::pair<Inbox, std::deque<ReplicatedRequest>> dropped;
  LatchLock lock(&group_->latch);
  dropped = StopLatched();
}

void Replica::Leave() {
  std::pair<Inbox, std::deque<ReplicatedRequest>> dropped;
  LatchLock lock(&group_->latch);
  dropped = StopLatched();
  std::erase(group_->members, &member_);
}

}  // namespace holdfast
