// A consumer of a table's stream. It reads every shard, parents before their children, and each from its beginning,
// unless the reader is given a position in the shard or SkipToNow is called.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "conformance/client/client.h"

namespace holdfast::conformance {

struct StreamRecord {
  std::string event_id;
  std::string event_name;  // INSERT, MODIFY, REMOVE
  std::string sequence_number;
  std::string shard_id;
  Item keys;
  Item old_image;
  Item new_image;
  // True if time to live deleted the item, not a client.
  bool by_time_to_live = false;
};

// Not thread-safe. All calls are made through `client`.
class StreamReader {
 public:
  // The sequence number of the last record read, by shard.
  using Positions = std::map<std::string, std::string>;

  // Continues at `positions`, those of another reader, like a restarted consumer.
  StreamReader(Client* client, std::string stream_arn, Positions positions = {});

  // Skips all records up to now. Throws SetupFailed.
  void SkipToNow();

  // Returns the new records; those of one item are in the order of its changes. Empty if there are none now; on AWS,
  // records of earlier changes may still arrive later. Throws SetupFailed.
  std::vector<StreamRecord> Read();

  const Positions& positions() const { return positions_; }

 private:
  struct Shard {
    std::string id;
    std::string parent;
    std::string iterator;
    bool finished = false;
  };

  void FindShards();
  std::string RequestIterator(const std::string& shard_id, std::string_view type, const std::string& sequence_number);
  // Reads all records that the shard has now.
  void ReadShard(Shard& shard, std::vector<StreamRecord>* records);
  bool ParentIsFinished(const Shard& shard) const;

  Client* const client_;
  const std::string arn_;
  Positions positions_;
  std::map<std::string, Shard> shards_;
};

}  // namespace holdfast::conformance
