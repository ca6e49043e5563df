// A thread that executes the functions of one actor, one run after the other. This thread and the driver, which is the
// thread that calls Start, DeliverReply and Abandon, take turns: while one of them runs, the other waits.
//
//   driver:  Start ──▶ waits ──▶ (request) ──▶ DeliverReply ──▶ waits ──▶ (done)
//   actor:          runs the function ─ Send waits ─┘       continues ───┘
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
  // The actor sent a request or, if `request` is null, its function ended. `failure`: the text of an exception that it
  // threw.
  struct Event {
    const Request* request = nullptr;
    std::string invocation;
    std::optional<std::string> failure;
  };

  explicit ActorThread() : thread_([this] { Loop(); }) {}
  // A function that was started must have ended.
  ~ActorThread();
  ActorThread(const ActorThread&) = delete;
  ActorThread& operator=(const ActorThread&) = delete;

  // Runs `function` until its first event. The previous function must have ended.
  Event Start(const std::function<void(Client&)>& function);
  // Gives the reply to the last event's request, and waits for the next event.
  Event DeliverReply(Reply reply);
  // Ends the function: the call that waits for a reply throws RunAbandoned.
  void Abandon();

 private:
  enum class Turn { kDriver, kActor };

  void Loop();
  Reply Send(const Request& request, const std::string& invocation);
  // Gives the turn to the actor, and waits for the actor to give it back.
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
