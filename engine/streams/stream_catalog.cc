#include "engine/streams/stream_catalog.h"

#include <utility>

namespace holdfast {
namespace {

bool IsExpired(const TableStream& stream, absl::Time now) {
  const std::optional<absl::Time> disabled_at = stream.disabled_at();
  return disabled_at.has_value() && *disabled_at < now - TableStream::kRetention;
}

}  // namespace

bool StreamCatalog::Add(std::shared_ptr<TableStream> stream) {
  std::string arn = stream->identity().arn;
  LatchLock lock(&latch_);
  return streams_.try_emplace(std::move(arn), std::move(stream)).second;
}

void StreamCatalog::Remove(const TableStream& stream) {
  // Destroyed after the latch is released, in case this is the last reference.
  std::shared_ptr<TableStream> removed;
  LatchLock lock(&latch_);
  const auto found = streams_.find(stream.identity().arn);
  if (found == streams_.end() || found->second.get() != &stream) return;
  removed = std::move(found->second);
  streams_.erase(found);
}

std::shared_ptr<TableStream> StreamCatalog::Find(std::string_view arn, absl::Time now) {
  DropExpired(now);
  LatchLock lock(&latch_);
  const auto found = streams_.find(arn);
  return found == streams_.end() ? nullptr : found->second;
}

std::vector<std::shared_ptr<TableStream>> StreamCatalog::StreamsAfter(std::string_view start,
                                                                      std::optional<std::string_view> table_name,
                                                                      size_t count_max, absl::Time now) {
  DropExpired(now);
  std::vector<std::shared_ptr<TableStream>> streams;
  LatchLock lock(&latch_);
  for (auto next = streams_.upper_bound(start); next != streams_.end() && streams.size() < count_max; ++next) {
    if (table_name.has_value() && next->second->identity().table_name != *table_name) continue;
    streams.push_back(next->second);
  }
  return streams;
}

std::vector<std::shared_ptr<TableStream>> StreamCatalog::Streams() const {
  std::vector<std::shared_ptr<TableStream>> streams;
  LatchLock lock(&latch_);
  streams.reserve(streams_.size());
  for (const auto& [arn, stream] : streams_) streams.push_back(stream);
  return streams;
}

void StreamCatalog::DropExpired(absl::Time now) {
  std::vector<std::shared_ptr<TableStream>> expired;
  {
    LatchLock lock(&latch_);
    for (auto next = streams_.begin(); next != streams_.end();) {
      if (IsExpired(*next->second, now)) {
        expired.push_back(std::move(next->second));
        next = streams_.erase(next);
      } else {
        ++next;
      }
    }
  }
  // Drop the records explicitly: the structures of a table keep references to all streams that it has had.
  for (const std::shared_ptr<TableStream>& stream : expired) stream->Trim(now);
}

}  // namespace holdfast
