#include "engine/replication/replica.h"

#include <algorithm>

#include "engine/base/stored_bytes.h"

namespace holdfast {

// Delegates to the default constructor, so that the destructor runs if memory runs out half-way.
Replica::Inbox::Inbox(const Inbox& other) : Inbox() {
  for (const Key* key : other.apply_order_) {
    const Change& change = other.changes_.find(*key)->second;
    Put({key->first, key->second}, change.hash, change.number, change.version);
  }
}

void Replica::Inbox::Swap(Inbox& other) noexcept {
  changes_.swap(other.changes_);
  apply_order_.swap(other.apply_order_);
}

Replica::Inbox::~Inbox() {
  for (const auto& [key, change] : changes_) StoredBytes::Subtract(BytesOf(key, change.version));
}

size_t Replica::Inbox::BytesOf(const Key& key, const ItemRef& version) {
  constexpr size_t kNodesBytes = sizeof(Changes::value_type) + sizeof(const Key*) + 6 * sizeof(void*);
  const size_t item_bytes = version == nullptr ? 0 : sizeof(Item) + version->attributes().packed().size();
  return kNodesBytes + key.first.size() + key.second.size() + item_bytes;
}

void Replica::Inbox::Put(const TableKey& key, uint64_t hash, uint64_t number, const ItemRef& version) {
  auto found = changes_.find(key);
  if (found == changes_.end()) {
    // Nothing fails after the change was added: the destructor subtracts the bytes of all that are there.
    std::list<const Key*> last(1);
    found = changes_.try_emplace(Key(key.partition, key.sort)).first;
    last.front() = &found->first;
    found->second.order_position = last.begin();
    apply_order_.splice(apply_order_.end(), last);
  } else {
    StoredBytes::Subtract(BytesOf(found->first, found->second.version));
  }
  StoredBytes::Add(BytesOf(found->first, version));
  Change& change = found->second;
  change.hash = hash;
  change.number = number;
  change.version = version;
}

void Replica::Inbox::Erase(const TableKey& key) {
  const auto found = changes_.find(key);
  if (found == changes_.end()) return;
  StoredBytes::Subtract(BytesOf(found->first, found->second.version));
  apply_order_.erase(found->second.order_position);
  changes_.erase(found);
}

void Replica::Inbox::EraseFirst(size_t count_max) {
  for (size_t i = 0; i < count_max && !apply_order_.empty(); ++i)
    Erase({apply_order_.front()->first, apply_order_.front()->second});
}

uint64_t Replica::Inbox::NumberOf(const TableKey& key) const {
  const auto found = changes_.find(key);
  return found == changes_.end() ? 0 : found->second.number;
}

std::vector<ReplicatedChange> Replica::Inbox::First(size_t count_max) const {
  std::vector<ReplicatedChange> first;
  first.reserve(std::min(count_max, changes_.size()));
  for (const Key* key : apply_order_) {
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
  member_.added_by = source.region_;
  member_.joined = now;
  Inbox(source.member_.inbox).Swap(member_.inbox);
  group_->members.push_back(&member_);
}

Replica::~Replica() { Leave(); }

void Replica::Wake() const {
  if (group_->background != nullptr) group_->background->Wake();
}

bool Replica::SendLatched(const TableKey& key, uint64_t hash, const ItemRef& version) {
  if (!member_.replicates) return false;
  const uint64_t number = ++group_->last_number;
  bool wake = false;
  for (Member* const other : group_->members) {
    if (other == &member_ || !other->replicates) continue;
    other->inbox.Put(key, hash, number, version);
    wake = wake || !other->woken;
    other->woken = true;
  }
  return wake;
}

void Replica::Send(const TableKey& key, uint64_t hash, const ItemRef& version) {
  bool wake = false;
  {
    LatchLock lock(&group_->latch);
    member_.inbox.Erase(key);
    wake = SendLatched(key, hash, version);
  }
  if (wake) Wake();
}

void Replica::SendExpiry(const TableKey& key, uint64_t hash) {
  bool wake = false;
  {
    LatchLock lock(&group_->latch);
    if (member_.inbox.NumberOf(key) == 0) wake = SendLatched(key, hash, nullptr);
  }
  if (wake) Wake();
}

bool Replica::HasChangeOf(const TableKey& key) const {
  LatchLock lock(&group_->latch);
  return member_.inbox.NumberOf(key) != 0;
}

bool Replica::IsPending(const ReplicatedChange& change) const {
  LatchLock lock(&group_->latch);
  return member_.inbox.NumberOf(change.key()) == change.number;
}

void Replica::RemoveApplied(const ReplicatedChange& change) {
  LatchLock lock(&group_->latch);
  if (member_.inbox.NumberOf(change.key()) == change.number) member_.inbox.Erase(change.key());
}

std::vector<ReplicatedChange> Replica::PendingChanges(size_t count_max) {
  LatchLock lock(&group_->latch);
  member_.woken = false;
  return member_.inbox.First(count_max);
}

size_t Replica::pending_count() const {
  LatchLock lock(&group_->latch);
  return member_.inbox.size();
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

std::list<ReplicatedRequest> Replica::CopiesForOthers(const ReplicatedRequest& request) const {
  return std::list<ReplicatedRequest>(other_count(), request);
}

void Replica::EndRequest(std::list<ReplicatedRequest> copies) noexcept {
  const bool wake = !copies.empty();
  {
    LatchLock lock(&group_->latch);
    group_->request_in_progress = false;
    // No replica can join while a request is in progress, so there are enough copies.
    for (Member* const other : group_->members) {
      if (other == &member_ || !other->replicates || copies.empty()) continue;
      other->requests.splice(other->requests.end(), copies, copies.begin());
    }
  }
  if (wake) Wake();
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
  {
    LatchLock lock(&group_->latch);
    member_.status = status;
  }
  // The worker skips a table that is being created; from now on it applies the changes of the inbox.
  if (status == ReplicaStatus::kActive) Wake();
}

std::vector<ReplicaDescription> Replica::OtherReplicas() const {
  LatchLock lock(&group_->latch);
  std::vector<ReplicaDescription> others;
  for (const Member* const other : group_->members) {
    if (other != &member_) others.push_back({other->region, other->status});
  }
  return others;
}

size_t Replica::other_count() const {
  LatchLock lock(&group_->latch);
  return static_cast<size_t>(std::count_if(group_->members.begin(), group_->members.end(),
                                           [this](const Member* other) { return other != &member_; }));
}

bool Replica::HasReplicaAddedInRegionSince(std::string_view region, absl::Time since) const {
  LatchLock lock(&group_->latch);
  return std::any_of(group_->members.begin(), group_->members.end(),
                     [&](const Member* member) { return member->added_by == region && member->joined > since; });
}

void Replica::StopLatched(Inbox* inbox, std::list<ReplicatedRequest>* requests) {
  member_.replicates = false;
  inbox->Swap(member_.inbox);
  requests->swap(member_.requests);
}

class Replica::DroppedInbox : public Garbage {
 public:
  bool DestroyPart() override {
    constexpr size_t kChangesPerPart = 1'000;
    inbox.EraseFirst(kChangesPerPart);
    return inbox.size() > 0;
  }

  Inbox inbox;
};

void Replica::Stop() {
  auto dropped = std::make_unique<DroppedInbox>();
  std::list<ReplicatedRequest> requests;
  {
    LatchLock lock(&group_->latch);
    StopLatched(&dropped->inbox, &requests);
  }
  if (group_->background != nullptr) group_->background->Drop(std::move(dropped));
}

void Replica::Leave() {
  // Destroyed after the latch is released.
  Inbox inbox;
  std::list<ReplicatedRequest> requests;
  LatchLock lock(&group_->latch);
  StopLatched(&inbox, &requests);
  std::erase(group_->members, &member_);
}

}  // namespace holdfast
