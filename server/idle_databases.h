// Drops forks, and databases that hold nothing (Engine::DropUnused), that no request has used for a while. Tests leave
// such databases behind.
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "engine/engine.h"

namespace holdfast::server {

// Checks once a minute, on a thread of its own, from construction to destruction.
class IdleDatabases {
 public:
  // `engine` must outlive this. Zero minutes: nothing is dropped.
  IdleDatabases(Engine* engine, std::chrono::minutes idle);
  ~IdleDatabases();
  IdleDatabases(const IdleDatabases&) = delete;
  IdleDatabases& operator=(const IdleDatabases&) = delete;

 private:
  void Run();
  void Drop();

  Engine* const engine_;
  const std::chrono::minutes idle_;
  std::mutex mutex_;
  std::condition_variable stopping_;
  bool stop_ = false;
  std::thread thread_;
};

}  // namespace holdfast::server
