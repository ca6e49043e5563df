#include "engine/streams/stream_catalog.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

namespace holdfast {
namespace {

// When the retention of a stream ends; in the infinite future while it is enabled.
absl::Time ExpiryOf(const TableStream& stream) {
  const std::optional<absl::Time> disabled_at = stream.disabled_at();
  return disabled_at.has_value() ? *disabled_at + TableStream::kRetention : absl::InfiniteFuture();
}

}  // namespace

// NOLINTNEXTLINE(performance-unnecessary-value-param): it is moved.
bool StreamCatalog::Add(std::shared_ptr<TableStream> stream) {
  std::string arn = stream->identity().arn;
  LatchLock lock(&latch_);
  // A copy may be that of a disabled stream.
  next_expiry_ = std::min(next_expiry_, ExpiryOf(*stream));
  return streams_.try_emplace(std::move(arn), std::move(stream)).second;
}

void StreamCatalog::Disable(TableStream& stream, absl::Time now) {
  stream.Disable(now);
  LatchLock lock(&latch_);
  next_expiry_ = std::min(next_expiry_, now + TableStream::kRetention);
}

void StreamCatalog::NoteClockSetBack(absl::Time now) {
  for (const std::shared_ptr<TableStream>& stream : Streams()) stream->NoteClockSetBack(now);
  LatchLock lock(&latch_);
  // The next DropExpired computes it.
  next_expiry_ = absl::InfinitePast();
}

std::shared_ptr<TableStream> StreamCatalog::Find(std::string_view arn, absl::Time now) {
  DropExpired(now);
  LatchLock lock(&latch_);
  const auto found = streams_.find(arn);
  return found == streams_.end() ? nullptr : found->second;
}

std::vector<std::shared_ptr<TableStream>> StreamCatalog::StreamsAfter(std::string_view start,
                                                                      std::string_view arn_prefix, size_t count_max,
                                                                      absl::Time now) {
  DropExpired(now);
  std::vector<std::shared_ptr<TableStream>> streams;
  LatchLock lock(&latch_);
  // An ARN that equals the prefix is left out: there is none, because a label follows.
  for (auto next = streams_.upper_bound(std::max(start, arn_prefix)); next != streams_.end(); ++next) {
    if (streams.size() == count_max || !next->first.starts_with(arn_prefix)) break;
    streams.push_back(next->second);
  }
  return streams;
}

std::shared_ptr<TableStream> StreamCatalog::Last(std::string_view arn_prefix) const {
  // Greater than all texts that begin with the prefix, because ARNs are ASCII.
  const std::string end = std::string(arn_prefix).append(1, '\x7f');
  LatchLock lock(&latch_);
  const auto after = streams_.lower_bound(end);
  if (after == streams_.begin()) return nullptr;
  const auto& [arn, stream] = *std::prev(after);
  return arn.starts_with(arn_prefix) ? stream : nullptr;
}

std::vector<std::shared_ptr<TableStream>> StreamCatalog::Streams() const {
  std::vector<std::shared_ptr<TableStream>> streams;
  LatchLock lock(&latch_);
  streams.reserve(streams_.size());
  for (const auto& [arn, stream] : streams_) streams.push_back(stream);
  return streams;
}

void StreamCatalog::DropExpired(absl::Time now) {
  {
    LatchLock lock(&latch_);
    if (now <= next_expiry_) return;
    next_expiry_ = absl::InfiniteFuture();
    for (auto next = streams_.begin(); next != streams_.end();) {
      const absl::Time expiry = ExpiryOf(*next->second);
      if (expiry < now) {
        expired_.push_back(next->second);
        next = streams_.erase(next);
      } else {
        next_expiry_ = std::min(next_expiry_, expiry);
        ++next;
      }
    }
  }
  FreeSomeExpired(now);
}

bool StreamCatalog::FreeSomeExpired(absl::Time now) {
  for (size_t freed = 0; freed < kStreamsPerCall; ++freed) {
    std::shared_ptr<TableStream> stream;
    {
      LatchLock lock(&latch_);
      if (expired_.empty()) return false;
      stream = expired_.back();
    }
    if (stream->FreeSomeTrimmed(now)) return true;
    LatchLock lock(&latch_);
    // Searched from the end, because it was the last one unless other threads have changed the list meanwhile.
    const auto found = std::find(expired_.rbegin(), expired_.rend(), stream);
    if (found != expired_.rend()) expired_.erase(std::next(found).base());
  }
  return true;
}

bool StreamCatalog::FreeSomeTrimmed(absl::Time now) {
  DropExpired(now);
  if (FreeSomeExpired(now)) return true;
  std::string last_freed;
  {
    LatchLock lock(&latch_);
    last_freed = last_freed_;
  }
  const std::vector<std::shared_ptr<TableStream>> streams = StreamsAfter(last_freed, "", kStreamsPerCall, now);
  bool more = false;
  for (const std::shared_ptr<TableStream>& stream : streams) {
    more = stream->FreeSomeTrimmed(now);
    if (more) break;
    last_freed = stream->identity().arn;
  }
  const bool ends_round = !more && streams.size() < kStreamsPerCall;
  LatchLock lock(&latch_);
  last_freed_ = ends_round ? std::string() : std::move(last_freed);
  return more;
}
}  // namespace holdfast
