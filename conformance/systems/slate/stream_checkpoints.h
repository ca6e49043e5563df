// Where the rounds of a race begin to read the stream.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <utility>

#include "conformance/client/stream_reader.h"
#include "conformance/runner/race.h"

namespace holdfast::conformance::slate {

// Stream positions that the rounds of a race share. The stream contains the writes of all rounds of all races, but a
// round needs only its own. Not thread-safe: call only in SetUp.
class StreamCheckpoints {
 public:
  // Reads all current records and returns the position after them. On AWS a record of an earlier round may still arrive
  // afterwards.
  const StreamReader::Positions& ReadToEnd(Client& client, const std::string& stream_arn) {
    StreamReader::Positions& positions = positions_[stream_arn];
    StreamReader reader(&client, stream_arn, positions);
    reader.Read();
    positions = reader.positions();
    return positions;
  }

 private:
  std::map<std::string, StreamReader::Positions> positions_;  // by stream
};

// Describes a race whose rounds follow a stream. The constructor of R takes the checkpoints, which the rounds share.
template <typename R>
RaceDescription DescribeFollower(std::string name, std::string invariant, std::string control) {
  return {std::move(name), std::move(invariant), std::move(control),
          [checkpoints = std::make_shared<StreamCheckpoints>()] { return std::make_unique<R>(checkpoints.get()); }};
}

}  // namespace holdfast::conformance::slate
