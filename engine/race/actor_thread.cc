#include "engine/race/actor_thread.h"

#include <exception>
#include <utility>

namespace holdfast::race {

ActorThread::~ActorThread() {
  {
    std::unique_lock<std::mutex> lock(mutex_);
    stopping_ = true;
    turn_ = Turn::kActor;
    changed_.notify_all();
  }
  thread_.join();
}

void ActorThread::Loop() {
  std::unique_lock<std::mutex> lock(mutex_);
  while (true) {
    changed_.wait(lock, [&] { return turn_ == Turn::kActor; });
    if (stopping_) return;
    const std::function<void(Client&)>* const function = function_;
    lock.unlock();
    Event ended;
    Client client([this](const Request& request, const std::string& invocation) { return Send(request, invocation); });
    try {
      (*function)(client);
    } catch (const RunAbandoned&) {
    } catch (const std::exception& exception) {
      ended.failure = exception.what();
    } catch (...) {
      ended.failure = "an exception of another type than std::exception";
    }
    lock.lock();
    event_ = std::move(ended);
    turn_ = Turn::kDriver;
    changed_.notify_all();
  }
}

Reply ActorThread::Send(const Request& request, const std::string& invocation) {
  std::unique_lock<std::mutex> lock(mutex_);
  if (abandoned_) throw RunAbandoned();
  event_ = {&request, invocation, std::nullopt};
  turn_ = Turn::kDriver;
  changed_.notify_all();
  changed_.wait(lock, [&] { return turn_ == Turn::kActor; });
  if (abandoned_) throw RunAbandoned();
  return std::move(reply_);
}

ActorThread::Event ActorThread::WaitForEvent(std::unique_lock<std::mutex>& lock) {
  turn_ = Turn::kActor;
  changed_.notify_all();
  changed_.wait(lock, [&] { return turn_ == Turn::kDriver; });
  return event_;
}

ActorThread::Event ActorThread::Start(const std::function<void(Client&)>& function) {
  std::unique_lock<std::mutex> lock(mutex_);
  function_ = &function;
  abandoned_ = false;
  return WaitForEvent(lock);
}

ActorThread::Event ActorThread::DeliverReply(Reply reply) {
  std::unique_lock<std::mutex> lock(mutex_);
  reply_ = std::move(reply);
  return WaitForEvent(lock);
}

void ActorThread::Abandon() {
  std::unique_lock<std::mutex> lock(mutex_);
  abandoned_ = true;
  WaitForEvent(lock);
}

}  // namespace holdfast::race
