#include "server/observe/record_lane.h"

#include <iterator>
#include <string>
#include <utility>

#include "server/observe/masked_text.h"

namespace holdfast::server {
namespace {

// So few that their memory is still in the cache when they are formatted and used again.
constexpr size_t kManyWaiting = 256;
// Observations that a lane keeps for later ones.
constexpr size_t kSpareMax = 4'096;

// The table of a statement is found in its text, which is cheap enough for a request that was refused.
std::string FirstTable(std::string_view texts) {
  while (!texts.empty()) {
    const RecordTexts::Entry entry = RecordTexts::Take(&texts);
    if (entry.field == RecordField::kTable) return std::string(entry.text);
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

RecordLane::RecordLane(const Observed* observed, size_t operations, bool counts, CountedTables* tables,
                       std::function<void()> wake)
    : observed_(observed),
      wake_(std::move(wake)),
      counters_(counts ? std::make_unique<RequestCounters>(operations, tables) : nullptr) {}

std::unique_ptr<Observation> RecordLane::Begin(size_t number, std::string_view operation, std::string_view actor) {
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
  observation->Begin(this, number, operation, actor);
  return observation;
}

void RecordLane::Count(const RequestRecord& record) {
  const std::string_view texts = record.texts.bytes();
  const bool ok = record.status == 200;
  counters_->Count(record.operation, record.status, ok ? std::string_view() : ErrorOf(texts),
                   ok ? std::string() : FirstTable(texts), record.ended - record.begun);
}

void RecordLane::End(std::unique_ptr<Observation> observation) {
  if (counters_ != nullptr) Count(observation->record());
  const bool keep = records();
  const size_t bytes = observation->record().texts.bytes().size();
  bool many = false;
  {
    const std::lock_guard lock(mutex_);
    if (keep && waiting_.size() < kWaitingMax && waiting_bytes_ + bytes <= kWaitingBytesMax) {
      waiting_.push_back(std::move(observation));
      waiting_bytes_ += bytes;
      many = waiting_.size() == kManyWaiting;
    } else {
      if (keep) ++dropped_;
      if (spare_.size() < kSpareMax) spare_.push_back(std::move(observation));
    }
  }
  if (many) wake_();
}

uint64_t RecordLane::Collect(std::vector<std::unique_ptr<Observation>>* records,
                             std::vector<std::unique_ptr<Observation>>* spare) {
  std::vector<std::unique_ptr<Observation>> collected;
  uint64_t dropped = 0;
  {
    const std::lock_guard lock(mutex_);
    std::swap(collected, waiting_);
    waiting_bytes_ = 0;
    dropped = std::exchange(dropped_, 0);
    // As many as the lane has lost.
    for (size_t i = 0; i < collected.size() && !spare->empty() && spare_.size() < kSpareMax; ++i) {
      spare_.push_back(std::move(spare->back()));
      spare->pop_back();
    }
  }
  records->insert(records->end(), std::make_move_iterator(collected.begin()), std::make_move_iterator(collected.end()));
  return dropped;
}

}  // namespace holdfast::server
