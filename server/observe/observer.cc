#include "server/observe/observer.h"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <utility>

#include "server/log/exception_log.h"
#include "server/log/standard_error.h"
#include "server/observe/metrics_text.h"
#include "server/observe/record_format.h"

namespace holdfast::server {
namespace {

// How long the collector waits at most, while requests are recorded.
constexpr std::chrono::milliseconds kCollectInterval{20};

constexpr LogWriter::DroppedLine kDroppedJson = {"{\"dropped\":", "}\n"};

}  // namespace

Observer::Observer(const ObserverOptions& options, std::vector<std::string_view> operations)
    : options_(options), operations_(std::move(operations)), streams_([this] { Wake(); }, options.keep_alive) {
  flags_.bits.store(NeededBits(), std::memory_order_relaxed);
  if (options_.log.enabled) {
    log_ = options_.log_writer != nullptr ? options_.log_writer : &StandardError();
    if (options_.log.json) log_->SetDroppedLine(kDroppedJson);
    StartCollecting();
  }
}

Observer::~Observer() {
  streams_.Close();
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_all();
  if (collector_.joinable()) collector_.join();
}

RecordLane* Observer::AddLane() {
  const std::lock_guard lock(lanes_mutex_);
  lanes_.push_back(
      std::make_unique<RecordLane>(&flags_, operations_.size(), options_.counts, &tables_, [this] { Wake(); }));
  return lanes_.back().get();
}

RequestStreams::Place Observer::ReserveStream() {
  StartCollecting();
  RequestStreams::Place place = streams_.Reserve();
  if (place == nullptr) return nullptr;
  const std::lock_guard lock(mutex_);
  UpdateFlags();
  return place;
}

void Observer::OpenStream(RequestStreams::Place place, DeferredResponse response, std::string head,
                          std::optional<uint64_t> after) {
  streams_.Open(std::move(place), std::move(response), std::move(head), after);
}

void Observer::CloseStreams() {
  streams_.Close();
  const std::lock_guard lock(mutex_);
  UpdateFlags();
}

bool Observer::Flush(std::chrono::milliseconds timeout) {
  const auto deadline = std::chrono::steady_clock::now() + timeout;
  {
    std::unique_lock lock(mutex_);
    if (!collector_.joinable()) return true;
    // The current round may have collected from a lane before the last record was added to it, so the next round must
    // end, too.
    const uint64_t wanted = rounds_ + 2;
    const auto collected = [&] {
      woken_ = true;
      changed_.notify_all();
      return rounds_ >= wanted;
    };
    if (!changed_.wait_until(lock, deadline, collected)) return false;
  }
  const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now());
  return log_ == nullptr || log_->Flush(std::max(left, std::chrono::milliseconds(0)));
}

void Observer::AppendMetrics(std::string* out) {
  if (!options_.counts) return AppendCountsAreOff(out);
  RequestTotals counts(operations_.size());
  {
    const std::lock_guard lock(lanes_mutex_);
    for (const std::unique_ptr<RecordLane>& lane : lanes_) lane->counters()->AddTo(&counts);
  }
  AppendCounts(counts, operations_, out);
}

void Observer::StartCollecting() {
  const std::lock_guard lock(mutex_);
  if (!collector_.joinable()) collector_ = std::thread([this] { Run(); });
}

void Observer::Wake() {
  {
    const std::lock_guard lock(mutex_);
    woken_ = true;
  }
  changed_.notify_all();
}

uint8_t Observer::NeededBits() const {
  uint8_t bits = options_.counts ? ObservationFlags::kCounts : 0;
  if (options_.log.enabled || streams_.count() > 0) bits |= ObservationFlags::kRecords;
  if (options_.log.enabled && options_.log.bodies) bits |= ObservationFlags::kBodies;
  return bits;
}

void Observer::UpdateFlags() {
  const uint8_t bits = NeededBits();
  const uint8_t before = flags_.bits.exchange(bits, std::memory_order_relaxed);
  if ((bits & ObservationFlags::kRecords) != 0 && (before & ObservationFlags::kRecords) == 0) streams_.AddPause();
}

void Observer::Run() {
  std::unique_lock lock(mutex_);
  for (;;) {
    const auto woken = [this] { return woken_ || stopping_; };
    if ((flags_.bits.load(std::memory_order_relaxed) & ObservationFlags::kRecords) != 0) {
      changed_.wait_for(lock, kCollectInterval, woken);
    } else {
      changed_.wait(lock, woken);
    }
    woken_ = false;
    const bool stopping = stopping_;
    lock.unlock();
    Collect();
    lock.lock();
    // The last stream may have ended.
    UpdateFlags();
    ++rounds_;
    changed_.notify_all();
    if (stopping) return;
  }
}

void Observer::Collect() {
  try {
    for (RecordBuffer& records : collected_) records.Clear();
    records_.clear();
    uint64_t dropped = 0;
    {
      const std::lock_guard lock(lanes_mutex_);
      collected_.resize(lanes_.size());
      for (size_t i = 0; i < lanes_.size(); ++i) dropped += lanes_[i]->Collect(&collected_[i]);
    }
    for (const RecordBuffer& records : collected_) records.AppendTo(&records_);
    const auto ended_before = [](const RecordView& a, const RecordView& b) { return a.ended < b.ended; };
    // If only one lane has records, they mostly are in order already.
    if (!std::is_sorted(records_.begin(), records_.end(), ended_before)) {
      std::stable_sort(records_.begin(), records_.end(), ended_before);
    }
    if (log_ != nullptr) WriteLog(records_, dropped);
    if (dropped > 0) streams_.AddLost(dropped);
    if (!records_.empty()) streams_.Add(records_);
    streams_.SendDue(RequestStreams::Clock::now());
  } catch (...) {
    // Out of memory: what was collected is lost.
    LogException("collecting records of requests");
  }
}

void Observer::WriteLog(const std::vector<RecordView>& records, uint64_t dropped) {
  if (dropped > 0) log_->AddDropped(dropped);
  lines_.clear();
  uint64_t count = 0;
  const auto write = [&] {
    if (count > 0) log_->Write({lines_}, std::exchange(count, 0));
    lines_.clear();
  };
  uint64_t number = streams_.next_number();
  for (const RecordView& record : records) {
    const uint64_t sequence = number++;
    if (options_.log.refusals_only && !record.refused()) continue;
    if (options_.log.json) {
      AppendJson(sequence, record, options_.log.bodies, &lines_);
      lines_ += '\n';
    } else {
      AppendTextLine(record, options_.log.bodies, &lines_);
    }
    ++count;
    // The pieces are small, because the log writer enqueues or drops each as a whole.
    constexpr size_t kPieceBytes = 65'536;
    if (lines_.size() >= kPieceBytes) write();
  }
  write();
}

}  // namespace holdfast::server
