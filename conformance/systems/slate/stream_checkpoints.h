// A table's stream holds what every round of every race has written to it, and each round wants to see only its own.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <utility>

#include "conformance/runner/race.h"
#include "conformance/wire/stream_reader.h"

namespace holdfast::conformance::slate {

// How far a race's rounds have read each stream, so that not every round begins at the stream's beginning. Not
// thread-safe: for setting up.
class StreamCheckpoints {
 public:
  // Reads what there is now: a reader that goes on from here sees what comes. On AWS a record of an earlier round may
  // still be on its way; such a reader sees it too.
  const StreamReader::Positions& SkipToNow(Client& client, const std::string& stream_arn);

 private:
  std::map<std::string, StreamReader::Positions> positions_;  // by stream
};

// For a race whose rounds follow a stream: R is made with the bookmarks that they share.
template <typename R>
RaceDescription DescribeFollower(std::string name, std::string invariant, std::string control) {
  return {std::move(name), std::move(invariant), std::move(control),
          [checkpoints = std::make_shared<StreamCheckpoints>()] { return std::make_unique<R>(checkpoints.get()); }};
}

}  // namespace holdfast::conformance::slate
