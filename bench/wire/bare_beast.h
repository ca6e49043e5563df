// What wire_bench compares with (`x_floor`): a single-threaded server that reads requests with Beast, does not inspect
// them, and sends the same response to each.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

namespace holdfast {

class BareBeast {
 public:
  // Listens on a free port of the loopback address. `response` is a whole HTTP message, sent for every request.
  explicit BareBeast(std::string response);
  // Ends all connections.
  ~BareBeast();
  BareBeast(const BareBeast&) = delete;
  BareBeast& operator=(const BareBeast&) = delete;

  uint16_t port() const;

 private:
  class Loop;
  const std::unique_ptr<Loop> loop_;
};

}  // namespace holdfast
