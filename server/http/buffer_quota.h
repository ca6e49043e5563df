// Bounds the memory that all connections together hold for the bodies of requests that are being received or handled,
// and for unread responses; also the memory of requests that wait although their connections have ended. Counts the
// responses that are being sent, which bound how many requests are handled.
#pragma once

#include <atomic>
#include <cstddef>
#include <utility>

namespace holdfast::server {

// Thread-safe.
class BufferQuota {
 public:
  // A connection that holds at most this much is not charged, so that typical requests do not write to `used_`, which
  // all threads share. A connection that holds more is charged for all of it.
  static constexpr size_t kUnchargedBytes = size_t{128} << 10;

  explicit BufferQuota(size_t bytes_max) : bytes_max_(bytes_max) {}

  // Replaces `*charged`, the charge of a connection, by the charge for `held_bytes`, which the connection holds now.
  // False, without effect, if the sum of all charges would exceed the bound; reducing a charge always succeeds.
  [[nodiscard]] bool Charge(size_t held_bytes, size_t* charged) noexcept {
    return ChargeExactly(held_bytes > kUnchargedBytes ? held_bytes : 0, charged);
  }
  // The same for a charge of any size.
  [[nodiscard]] bool ChargeExactly(size_t charge, size_t* charged) noexcept {
    if (charge == *charged) return true;
    if (charge < *charged) {
      used_.fetch_sub(*charged - charge, std::memory_order_relaxed);
    } else {
      const size_t more = charge - *charged;
      if (used_.fetch_add(more, std::memory_order_relaxed) + more > bytes_max_) {
        used_.fetch_sub(more, std::memory_order_relaxed);
        return false;
      }
    }
    *charged = charge;
    return true;
  }
  // Raises `*charged` to `held_bytes`, which stay in memory whether or not they fit: the quota may be overdrawn then.
  void ChargeUnbounded(size_t held_bytes, size_t* charged) noexcept {
    if (held_bytes <= *charged) return;
    used_.fetch_add(held_bytes - *charged, std::memory_order_relaxed);
    *charged = held_bytes;
  }
  void Release(size_t* charged) noexcept {
    if (*charged > 0) used_.fetch_sub(std::exchange(*charged, 0), std::memory_order_relaxed);
  }

  // Whether more is charged than the bound. Also possible for an instant while Charge refuses a charge.
  bool overdrawn() const { return used_bytes() > bytes_max_; }
  size_t used_bytes() const { return used_.load(std::memory_order_relaxed); }

  // A response is outgoing while the server, not its client, is the one that has to continue: it was passed to its
  // connection's thread, or waits for its next turn there. Outgoing responses end without further input, so they are
  // not charged. Instead, requests wait while there is much of them. Replaces `*outgoing`, the outgoing bytes of one
  // response, by `bytes`.
  void SetOutgoing(size_t bytes, size_t* outgoing) noexcept {
    if (bytes == *outgoing) return;
    outgoing_.fetch_add(bytes - *outgoing, std::memory_order_relaxed);  // modulo 2^64, so it may also decrease
    *outgoing = bytes;
  }
  // Whether a request that may get a long response must wait for outgoing responses, and whether every request must.
  bool long_responses_wait() const { return outgoing_bytes() > bytes_max_ / 8; }
  bool all_requests_wait() const { return outgoing_bytes() > bytes_max_ / 2; }
  size_t outgoing_bytes() const { return outgoing_.load(std::memory_order_relaxed); }

 private:
  const size_t bytes_max_;
  std::atomic<size_t> used_{0};
  std::atomic<size_t> outgoing_{0};
};

}  // namespace holdfast::server
