#include "conformance/runner/eventually.h"

#include <algorithm>
#include <chrono>
#include <thread>

#include "conformance/client/interruption.h"

namespace holdfast::conformance {
namespace {

constexpr std::chrono::seconds kWaitMax{10};
constexpr std::chrono::milliseconds kFirstPause{2};  // doubled each time
constexpr std::chrono::milliseconds kPauseMax{250};

}  // namespace

bool Eventually(const std::function<bool()>& agrees) {
  const auto deadline = std::chrono::steady_clock::now() + kWaitMax;
  std::chrono::milliseconds pause = kFirstPause;
  while (!agrees()) {
    if (Interrupted() || std::chrono::steady_clock::now() > deadline) return false;
    std::this_thread::sleep_for(pause);
    pause = std::min(2 * pause, kPauseMax);
  }
  return true;
}

}  // namespace holdfast::conformance
