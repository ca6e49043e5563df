// The floor of everything on the wire: a server of one thread that reads requests with Beast, looks at none, and sends
// the same answer to each.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

namespace holdfast {

class BareBeast {
 public:
  // Listens on a free port of the loopback address, and sends `response`, a whole HTTP message.
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
