#include "engine/streams/table_stream.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "engine/base/clock.h"
#include "engine/base/stored_bytes.h"

namespace holdfast {
namespace {

// How many trimmed records are freed by each access to a lane, which may be a write that holds latches of items. More
// than one, so that a backlog shrinks.
constexpr size_t kFreedByAccessMax = 64;
// By each call of FreeSomeTrimmed, in each lane, besides those that its access frees.
constexpr size_t kFreedInBackgroundMax = 100;

TableStream::Identity WithArn(TableStream::Identity identity, std::string arn) {
  identity.arn = std::move(arn);
  return identity;
}

}  // namespace

TableStream::TableStream(Identity identity, size_t lanes, SequenceNumber first) : identity_(std::move(identity)) {
  for (size_t lane = 0; lane < lanes; ++lane) {
    lanes_.push_back(std::make_unique<Lane>());
    LatchLock lock(&lanes_.back()->latch);
    Shard shard;
    shard.id = ShardId(lane, identity_.creation_time);
    shard.starting = first;
    shard.opened = identity_.creation_time;
    lanes_.back()->shards.push_back(std::move(shard));
  }
  // Without resource_: a new stream has no tags and no policy.
  StoredBytes::Add(own_bytes());
}

TableStream::TableStream(const TableStream& other, std::string arn)
    : identity_(WithArn(other.identity_, std::move(arn))),
      disabled_at_(other.disabled_at()),
      resource_(other.resource()) {
  for (const std::unique_ptr<Lane>& lane : other.lanes_) {
    lanes_.push_back(std::make_unique<Lane>());
    lanes_.back()->shards = lane->shards;
  }
  StoredBytes::Add(own_bytes() + HeapBytes(resource_));
}

TableStream::~TableStream() { StoredBytes::Subtract(own_bytes() + HeapBytes(resource_)); }

TableStream::CountedChange::~CountedChange() {
  StoredBytes::Add(HeapBytes(settings_));
  StoredBytes::Subtract(before_);
}

size_t TableStream::own_bytes() const {
  constexpr size_t kShardIdBytes = sizeof("shardId-00000000000000000000-00000000") + StoredBytes::kBlockOverheadBytes;
  constexpr size_t kLaneBytes =
      sizeof(Lane) + sizeof(Shard) + sizeof(void*) + 2 * StoredBytes::kBlockOverheadBytes + kShardIdBytes;
  return sizeof(TableStream) + lanes_.size() * kLaneBytes + HeapBytes(identity_.table_name) + HeapBytes(identity_.arn) +
         HeapBytes(identity_.label) + HeapBytes(identity_.key);
}

size_t TableStream::LaneOf(uint64_t partition_hash) const {
  // The lowest bits of the hash: the highest ones select the shard of the table's PartitionMap, and lanes should not
  // depend on that.
  return partition_hash & (lanes_.size() - 1);
}

void TableStream::Append(size_t lane, StreamRecord record) {
  RotateAndTrim(lane, record.time);
  lanes_[lane]->latch.AssertHeld();
  std::vector<Shard>& shards = lanes_[lane]->shards;
  record.newest_time = record.time;
  const auto before = std::find_if(shards.rbegin(), shards.rend(), [](const Shard& shard) { return shard.readable(); });
  if (before != shards.rend()) {
    record.newest_time = std::max(record.time, before->RetainedFrom(before->records.back()));
  }
  Shard& shard = shards.back();
  shard.newest = record.number;
  shard.records.Append(std::move(record));
}

void TableStream::Disable(absl::Time now) {
  for (size_t lane = 0; lane < lanes_.size(); ++lane) {
    LatchLock lock(&lanes_[lane]->latch);
    RotateAndTrim(lane, now);
    if (!lanes_[lane]->shards.empty()) Close(lanes_[lane]->shards.back(), now);
  }
  LatchLock lock(&state_latch_);
  if (!disabled_at_.has_value()) disabled_at_ = now;
}

void TableStream::NoteClockSetBack(absl::Time now) {
  const auto is_far_ahead = [now](absl::Time time) { return time - now > kRetention; };
  for (size_t lane = 0; lane < lanes_.size(); ++lane) {
    LatchLock lock(&lanes_[lane]->latch);
    std::vector<Shard>& shards = lanes_[lane]->shards;
    if (shards.empty()) continue;
    const Shard& last = shards.back();
    const absl::Time newest_time = last.readable() ? last.records.back().newest_time : last.opened;
    if (!is_far_ahead(std::max(newest_time, last.closed.value_or(last.opened)))) continue;
    const size_t count = shards.size();
    if (!last.closed.has_value()) shards.push_back(MakeChild(lane, now));
    for (size_t i = 0; i < count; ++i) {
      Close(shards[i], now);
      shards[i].closed = std::min(*shards[i].closed, now);
    }
  }
  LatchLock lock(&state_latch_);
  if (disabled_at_.has_value() && is_far_ahead(*disabled_at_)) disabled_at_ = now;
}

std::optional<absl::Time> TableStream::disabled_at() const {
  LatchLock lock(&state_latch_);
  return disabled_at_;
}

bool TableStream::FreeSomeTrimmed(absl::Time now) {
  bool more = false;
  for (size_t lane = 0; lane < lanes_.size(); ++lane) {
    LatchLock lock(&lanes_[lane]->latch);
    RotateAndTrim(lane, now);
    more |= FreeTrimmed(*lanes_[lane], kFreedInBackgroundMax);
  }
  return more;
}

std::vector<StreamShardDescription> TableStream::Shards(absl::Time now) {
  std::vector<StreamShardDescription> descriptions;
  for (size_t lane = 0; lane < lanes_.size(); ++lane) {
    LatchLock lock(&lanes_[lane]->latch);
    RotateAndTrim(lane, now);
    for (const Shard& shard : lanes_[lane]->shards) {
      descriptions.push_back({shard.id, shard.parent_id, shard.starting, shard.ending});
    }
  }
  std::sort(descriptions.begin(), descriptions.end(), [](const auto& a, const auto& b) { return a.id < b.id; });
  return descriptions;
}

std::optional<TableStream::ShardBounds> TableStream::BoundsOf(std::string_view shard_id, absl::Time now) {
  std::optional<ShardBounds> bounds;
  WithShard(shard_id, now, [&](const Shard& shard) { bounds = ShardBounds{shard.TrimHorizon(), shard.Latest()}; });
  return bounds;
}

std::optional<StreamPage> TableStream::Read(std::string_view shard_id, SequenceNumber from, size_t count_max,
                                            absl::Time now) {
  std::optional<StreamPage> page;
  WithShard(shard_id, now, [&](const Shard& shard) {
    page.emplace();
    page->records = shard.records;
    page->first = std::max(shard.first_readable, shard.records.LowerBound(from));
    page->last = std::min<uint64_t>(page->first + count_max, shard.records.end());
    page->next = page->last > page->first ? shard.records[page->last - 1].number.Next() : from;
    page->trimmed = from < shard.TrimHorizon();
    page->ends_shard = shard.ending.has_value() && page->last == shard.records.end();
  });
  return page;
}

std::string TableStream::ShardId(size_t lane, absl::Time opened) {
  // In DynamoDB's form: twenty digits of a time and eight hexadecimal ones, which here distinguish the lanes.
  return absl::StrCat("shardId-", absl::Dec(absl::ToUnixMillis(opened), absl::kZeroPad20), "-",
                      absl::Hex(lane + 1, absl::kZeroPad8));
}

TableStream::Shard TableStream::MakeChild(size_t lane, absl::Time opened) const {
  const std::vector<Shard>& shards = lanes_[lane]->shards;
  const Shard& parent = shards.back();
  Shard child;
  child.parent_id = parent.id;
  child.opened = opened;
  // If the clock was set back, there may be a shard that was opened at this time before.
  const auto is_used = [&](const Shard& shard) { return shard.id == child.id; };
  for (absl::Time unused = opened;; unused += absl::Milliseconds(1)) {
    child.id = ShardId(lane, unused);
    if (std::none_of(shards.begin(), shards.end(), is_used)) break;
  }
  // If the parent has no records, both start at the same number: the next record may have exactly this number.
  child.starting = parent.Latest();
  return child;
}

void TableStream::Close(Shard& shard, absl::Time when) {
  if (shard.closed.has_value()) return;
  shard.closed = when;
  shard.ending = shard.newest.value_or(shard.starting);
}

void TableStream::RotateAndTrim(size_t lane, absl::Time now) {
  // Clamp `now`: until an infinite time there would be infinitely many shard lifetimes. Until a finite time, however
  // far ahead, the loop creates only the shards of the last retention period.
  now = ClampTime(now);
  std::vector<Shard>& shards = lanes_[lane]->shards;
  if (!shards.empty() && !shards.back().closed.has_value()) {
    while (now - shards.back().opened >= kShardLifetime) {
      const absl::Time due = shards.back().opened + kShardLifetime;
      // If the clock has jumped far ahead, skip the shards that would have closed before the retention period.
      absl::Duration rest;
      const int64_t skipped = absl::IDivDuration(now - due - kRetention, kShardLifetime, &rest);
      shards.push_back(MakeChild(lane, due + std::max<int64_t>(0, skipped) * kShardLifetime));
      // The parent is closed last: if memory runs out, it stays open.
      Close(shards[shards.size() - 2], due);
    }
  }
  lanes_[lane]->latch.AssertHeld();
  TrimShards(*lanes_[lane], now);
  FreeTrimmed(*lanes_[lane], kFreedByAccessMax);
}

void TableStream::TrimShards(Lane& lane, absl::Time now) {
  const absl::Time horizon = now - kRetention;
  for (Shard& shard : lane.shards) {
    const auto is_kept = [&](const StreamRecord& record) { return shard.RetainedFrom(record) >= horizon; };
    if (shard.readable() && !is_kept(shard.records[shard.first_readable])) {
      shard.first_readable = shard.records.FindFirst(is_kept);
      shard.newest_trimmed = shard.records[shard.first_readable - 1].number;
    }
    if (shard.readable()) break;
  }
  const auto kept = std::find_if(lane.shards.begin(), lane.shards.end(), [horizon](const Shard& shard) {
    return !shard.closed.has_value() || *shard.closed >= horizon || shard.readable();
  });
  if (kept == lane.shards.begin()) return;
  lane.trimmed.reserve(lane.trimmed.size() + lane.shards.size());
  for (auto shard = lane.shards.begin(); shard != kept; ++shard) {
    if (!shard->records.empty()) lane.trimmed.push_back(std::move(shard->records));
  }
  lane.shards.erase(lane.shards.begin(), kept);
}

bool TableStream::FreeTrimmed(Lane& lane, size_t count_max) {
  for (; !lane.trimmed.empty(); lane.trimmed.pop_back()) {
    for (RecordLog& records = lane.trimmed.back(); !records.empty(); records.DropFront()) {
      if (count_max-- == 0) return true;
    }
  }
  for (Shard& shard : lane.shards) {
    for (; shard.records.begin() < shard.first_readable; shard.records.DropFront()) {
      if (count_max-- == 0) return true;
    }
    if (shard.readable()) break;
  }
  return false;
}

template <typename Use>
void TableStream::WithShard(std::string_view shard_id, absl::Time now, Use use) {
  for (size_t lane = 0; lane < lanes_.size(); ++lane) {
    LatchLock lock(&lanes_[lane]->latch);
    RotateAndTrim(lane, now);
    for (const Shard& shard : lanes_[lane]->shards) {
      if (shard.id != shard_id) continue;
      return use(shard);
    }
  }
}

}  // namespace holdfast
