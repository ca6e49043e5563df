// A thread that runs functions of one actor, one run after the other, and at no moment at the same time as the thread
// that drives it: either of them waits for the other.
//
//   driver:  Start ──▶ waits ──▶ (request) ──▶ Answer ──▶ waits ──▶ (done)
//   actor:          runs the function ─ Send waits ─┘    goes on ───┘
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "engine/race/client.h"
#include "engine/race/session.h"

namespace holdfast::race {

class ActorThread {
 public:
  // What the actor does next: its request, or that its function has ended, with what it threw.
  struct Event {
    const Request* request = nullptr;
    std::string invocation;
    std::optional<std::string> failure;
  };

  explicit ActorThread() : thread_([this] { Loop(); }) {}
  ~ActorThread();
  ActorThread(const ActorThread&) = delete;
  ActorThread& operator=(const ActorThread&) = delete;

  // Runs `function` until its first event. The function before must have ended.
  Event Start(const std::function<void(Client&)>& function);
  // Answers the last event's request, and goes on until the next event.
  Event Answer(Reply reply);
  // Has the function end by RunAbandoned.
  void Abandon();

 private:
  enum class Turn { kDriver, kActor };

  void Loop();
  Reply Send(const Request& request, const std::string& invocation);
  // Gives the turn to the actor, and waits until it is back.
  Event WaitForEvent(std::unique_lock<std::mutex>& lock);

  std::mutex mutex_;
  std::condition_variable changed_;
  Turn turn_ = Turn::kDriver;
  bool stopping_ = false;
  bool abandoned_ = false;
  const std::function<void(Client&)>* function_ = nullptr;
  Event event_;
  Reply reply_;
  std::thread thread_;
};

}  // namespace holdfast::race
