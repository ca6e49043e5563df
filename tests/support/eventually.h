// Waits for what another thread does.
#pragma once

#include <chrono>
#include <functional>
#include <thread>

namespace holdfast {

// Calls `holds` until it returns true. False if it does not within a minute.
[[nodiscard]] inline bool Eventually(const std::function<bool()>& holds) {
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::minutes(1);
  while (!holds()) {
    if (std::chrono::steady_clock::now() > deadline) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return true;
}

}  // namespace holdfast
