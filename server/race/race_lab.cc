#include "server/race/race_lab.h"

#include <algorithm>
#include <utility>
#include <variant>

#include "server/json/json_text.h"
#include "server/log/exception_log.h"
#include "server/message/decimal.h"

namespace holdfast::server {
namespace {

using Clock = RaceSession::Clock;

// How many closed sessions are remembered.
constexpr size_t kClosedSessionsKept = 64;
// How long the thread sleeps while there is nothing to do.
constexpr std::chrono::hours kIdleSleep(1);
// How often it looks for delayed responses whose clients have disconnected.
constexpr std::chrono::seconds kDisconnectedCheck(1);

std::string DatabaseText(const DatabaseName& name) {
  return "account " + name.account + ", region " + name.region + (name.fork.empty() ? "" : ", fork " + name.fork);
}

size_t BytesOf(CompletedRaceRequest& completed) {
  size_t bytes = RaceLab::kDelayedOverheadBytes + completed.request.Get().target.size();
  for (const auto& [name, value] : completed.request.Get().headers) bytes += name.size() + value.size();
  if (const auto* const raw = std::get_if<RawOutcome>(&completed.outcome)) bytes += raw->body.capacity();
  return bytes;
}

}  // namespace

RaceLab::~RaceLab() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  changed_.notify_all();
  if (thread_.joinable()) thread_.join();
  CloseAll("the server is stopping");
}

std::shared_ptr<RaceSession> RaceLab::FindOn(const Database* database) const {
  SharedLock lock(&latch_);
  const auto found = by_database_.find(database);
  return found == by_database_.end() ? nullptr : found->second;
}

std::optional<uint64_t> RaceLab::FindOn(const DatabaseSelection& selection) const {
  SharedLock lock(&latch_);
  for (const auto& [id, session] : sessions_) {
    if (selection.Matches(session->database_name())) return id;
  }
  for (const auto& [id, database] : reserved_) {
    if (selection.Matches(database.first)) return id;
  }
  return std::nullopt;
}

Result<uint64_t, RaceMisuse> RaceLab::Reserve(NamedDatabase database) {
  ExclusiveLock lock(&latch_);
  if (const auto other = by_database_.find(database.second.get()); other != by_database_.end()) {
    const std::string id = std::to_string(other->second->id());
    return RaceMisuse{409, "race session " + id + " is open on " + DatabaseText(database.first) +
                               ": a database has one session at a time. DELETE /_holdfast/races/" + id + " closes it"};
  }
  for (const auto& [id, other] : reserved_) {
    if (other.second != database.second) continue;
    return RaceMisuse{409, "race session " + std::to_string(id) + " is being opened on " +
                               DatabaseText(database.first) + ": a database has one session at a time"};
  }
  reserved_.emplace(next_id_, std::move(database));
  return next_id_++;
}

Result<std::shared_ptr<RaceSession>, RaceMisuse> RaceLab::Open(uint64_t id, RaceOptions options) {
  const struct Reservation {
    ~Reservation() {
      ExclusiveLock lock(&lab.latch_);
      lab.reserved_.erase(id);
    }
    RaceLab& lab;
    const uint64_t id;
  } reservation{*this, id};
  NamedDatabase database;
  {
    SharedLock lock(&latch_);
    database = reserved_.at(id);
  }
  auto opened = RaceSession::Open(id, std::move(database), std::move(options), stores_, responses_, Clock::now());
  if (!opened.ok()) return RaceMisuse{400, std::move(opened).error()};
  std::shared_ptr<RaceSession> session = std::move(opened).value();
  const std::lock_guard starting(mutex_);
  if (stop_) {
    session->Close("the server is stopping");
    return RaceMisuse{409, "the server is stopping"};
  }
  {
    ExclusiveLock lock(&latch_);
    sessions_.emplace(id, session);
    by_database_.emplace(session->database(), session);
    session_count_.store(sessions_.size(), std::memory_order_release);
  }
  Wake();
  return session;
}

Result<std::shared_ptr<RaceSession>, RaceMisuse> RaceLab::Find(std::string_view id) const {
  // No session has the number 0.
  const uint64_t number = ParseDecimal(id).value_or(0);
  SharedLock lock(&latch_);
  const auto found = sessions_.find(number);
  if (found != sessions_.end()) return found->second;
  for (const auto& [closed, why] : closed_) {
    if (closed == number) return RaceMisuse{404, "race session " + ToUtf8(id) + " was closed: " + why};
  }
  return RaceMisuse{404, "there is no race session " + ToUtf8(id)};
}

std::vector<std::shared_ptr<RaceSession>> RaceLab::List() const {
  std::vector<std::shared_ptr<RaceSession>> sessions;
  SharedLock lock(&latch_);
  for (const auto& [id, session] : sessions_) sessions.push_back(session);
  return sessions;
}

Result<void, RaceMisuse> RaceLab::Close(std::string_view id) {
  Result<std::shared_ptr<RaceSession>, RaceMisuse> session = Find(id);
  if (!session.ok()) return std::move(session).error();
  Close(session.value(), "by DELETE");
  return {};
}

void RaceLab::CloseAll(std::string_view why) {
  for (const std::shared_ptr<RaceSession>& session : List()) Close(session, why);
  while (std::optional<CompletedRaceRequest> completed = TakeDue(Clock::time_point::max()))
    responses_->Send(*std::move(completed));
}

void RaceLab::UseAnomalies(const AnomalyOptions& options) { anomalies_ = std::make_unique<Anomalies>(options); }

void RaceLab::SendLater(CompletedRaceRequest completed, std::chrono::milliseconds delay) {
  const size_t bytes = BytesOf(completed);
  {
    const std::lock_guard lock(mutex_);
    // A lab that is being destroyed accepts no response: `completed` is dropped, and its client gets an
    // InternalServerError.
    if (stop_) return;
    if (bytes <= kDelayedBytesMax - delayed_bytes_) {
      delayed_.emplace(Clock::now() + delay, DelayedResponse{bytes, std::move(completed)});
      delayed_bytes_ += bytes;
      return Wake();
    }
  }
  responses_->Send(std::move(completed));
}

std::optional<CompletedRaceRequest> RaceLab::TakeDue(Clock::time_point now) {
  const std::lock_guard lock(mutex_);
  if (delayed_.empty() || delayed_.begin()->first > now) return std::nullopt;
  return Remove(delayed_.begin());
}

void RaceLab::DropDisconnected() {
  const std::lock_guard lock(mutex_);
  for (auto next = delayed_.begin(); next != delayed_.end();) {
    const auto delayed = next++;
    if (delayed->second.completed.response.client() != ClientStatus::kConnected) Remove(delayed).response.Drop();
  }
}

CompletedRaceRequest RaceLab::Remove(DelayedResponses::iterator delayed) {
  CompletedRaceRequest completed = std::move(delayed->second.completed);
  delayed_bytes_ -= delayed->second.bytes;
  delayed_.erase(delayed);
  return completed;
}

void RaceLab::Wake() {
  if (!thread_.joinable()) thread_ = std::thread([this] { Run(); });
  woken_ = true;
  changed_.notify_all();
}

void RaceLab::Close(const std::shared_ptr<RaceSession>& session, std::string_view why) {
  // The session is closed before it is removed, so that no request changes the database before its old state is
  // restored.
  session->Close(why);
  ExclusiveLock lock(&latch_);
  if (sessions_.erase(session->id()) == 0) return;
  session_count_.store(sessions_.size(), std::memory_order_release);
  by_database_.erase(session->database());
  closed_.emplace_back(session->id(), why);
  if (closed_.size() > kClosedSessionsKept) closed_.pop_front();
}

void RaceLab::Run() {
  Clock::time_point next_check;
  std::unique_lock lock(mutex_);
  while (!stop_) {
    woken_ = false;
    lock.unlock();
    const Clock::time_point now = Clock::now();
    Clock::time_point next = now + kIdleSleep;
    try {
      while (std::optional<CompletedRaceRequest> completed = TakeDue(now)) responses_->Send(*std::move(completed));
      if (now >= next_check) {
        DropDisconnected();
        next_check = now + kDisconnectedCheck;
      }
      for (const std::shared_ptr<RaceSession>& session : List()) {
        if (const std::optional<Clock::time_point> next_tick = session->Tick(now)) {
          next = std::min(next, *next_tick);
        } else {
          Close(session, "it got no call and no request for " + std::to_string(session->idle().count()) + " s");
        }
      }
    } catch (...) {
      // Out of memory. The next iteration tries again.
      LogException("the race lab");
      next = now + std::chrono::seconds(1);
    }
    lock.lock();
    if (!delayed_.empty()) next = std::min({next, delayed_.begin()->first, next_check});
    changed_.wait_until(lock, next, [this] { return stop_ || woken_; });
  }
}

}  // namespace holdfast::server
