#include "server/observe/record_lane.h"

#include <utility>

#include "server/observe/masked_text.h"

namespace holdfast::server {
namespace {

// The collector is woken when this many records wait: so few that they are still in the processor's cache when they are
// formatted.
constexpr size_t kWakeCount = 64;
// Observations that a lane keeps for reuse, in each of its two lists. Most requests end before the next one begins,
// which then reuses the same object.
constexpr size_t kSpareMax = 256;

// The first table that a request names. In a statement it has to be searched for; that is cheap enough, because only
// requests that were refused are counted by table.
std::string_view FirstTable(std::string_view texts) {
  while (!texts.empty()) {
    const RecordTexts::Entry entry = RecordTexts::Take(&texts);
    if (entry.field == RecordField::kTable) return entry.text;
    if (entry.field == RecordField::kStatement) return TargetOfStatement(entry.text).table;
  }
  return {};
}

std::string_view ErrorOf(std::string_view texts) {
  while (!texts.empty()) {
    const RecordTexts::Entry entry = RecordTexts::Take(&texts);
    if (entry.field == RecordField::kError) return entry.text;
  }
  return {};
}

}  // namespace

RecordLane::RecordLane(const ObservationFlags* flags, size_t operations, bool counts, CountedTables* tables,
                       std::function<void()> wake)
    : flags_(flags),
      wake_(std::move(wake)),
      counters_(counts ? std::make_unique<RequestCounters>(operations, tables) : nullptr) {}

std::unique_ptr<Observation> RecordLane::Begin(size_t operation_number, std::string_view operation_name,
                                               std::string_view actor) {
  if (own_spare_.empty()) {
    const std::lock_guard lock(mutex_);
    std::swap(own_spare_, spare_);
  }
  std::unique_ptr<Observation> observation;
  if (own_spare_.empty()) {
    observation = std::make_unique<Observation>();
  } else {
    observation = std::move(own_spare_.back());
    own_spare_.pop_back();
  }
  observation->Begin(this, operation_number, operation_name, actor);
  return observation;
}

void RecordLane::Count(const RequestRecord& record) {
  const std::string_view texts = record.texts.bytes();
  const bool ok = record.status == 200;
  counters_->Count(record.operation, record.status, ok ? std::string_view() : ErrorOf(texts),
                   ok ? std::string_view() : FirstTable(texts), record.ended - record.begun);
}

void RecordLane::End(std::unique_ptr<Observation> observation) {
  const RequestRecord& record = observation->record();
  if (counters_ != nullptr) Count(record);
  const bool keep = records();
  bool wakes_collector = false;
  {
    const std::lock_guard lock(mutex_);
    if (keep && waiting_.count() < kWaitingMax && waiting_.bytes() + record.texts.bytes().size() <= kWaitingBytesMax) {
      waiting_.Add(record);
      wakes_collector = waiting_.count() == kWakeCount;
    } else if (keep) {
      ++dropped_;
    }
    if (spare_.size() < kSpareMax) spare_.push_back(std::move(observation));
  }
  if (wakes_collector) wake_();
}

uint64_t RecordLane::Collect(RecordBuffer* records) {
  const std::lock_guard lock(mutex_);
  std::swap(*records, waiting_);
  return std::exchange(dropped_, 0);
}

}  // namespace holdfast::server
