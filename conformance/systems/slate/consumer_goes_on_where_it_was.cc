// A consumer of the stream (the watcher) that crashes after random records resumes after the last sequence number that
// it has handled: it misses no flip (change of a slot's status), and sees none twice.
#include <functional>
#include <utility>
#include <vector>

#include "conformance/systems/slate/slate.h"
#include "conformance/systems/slate/watched_slots.h"

namespace holdfast::conformance::slate {
namespace {

constexpr int64_t kRecordsBetweenCrashes = 8;  // on average

class CrashingWatcher : public WatchedSlots {
 public:
  using WatchedSlots::WatchedSlots;

  void SetUp(Round& round) override {
    WatchedSlots::SetUp(round);
    handled_ = begin();
  }

 private:
  void Watch(Round& round, Client& client, const std::function<bool()>& enough) override {
    bool crashed = false;
    do {
      StreamReader reader(&client, stream(), handled_);
      crashed = HandleUntilCrash(round, client, reader.Read());
    } while (crashed || !enough());
  }

  // Returns true if the watcher crashed, which discards the rest of `records`.
  bool HandleUntilCrash(Round& round, Client& client, const std::vector<StreamRecord>& records) {
    for (const StreamRecord& record : records) {
      watcher().Observe(record);
      handled_[record.shard_id] = record.sequence_number;
      if (client.RandomBelow(kRecordsBetweenCrashes) != 0) continue;
      round.CountEvent("restarts");
      // The control forgets its positions once, after a first flip, which it then sees again; more often, it might never
      // reach the end of the stream.
      if (!round.guarded() && watcher().flips() > 0 && !std::exchange(has_forgotten_, true)) handled_ = begin();
      return true;
    }
    return false;
  }

  // The positions after the last handled records, which survive a crash.
  StreamReader::Positions handled_;
  bool has_forgotten_ = false;
};

}  // namespace

RaceDescription ConsumerGoesOnWhereItWas() {
  return DescribeFollower<CrashingWatcher>("consumer-goes-on-where-it-was",
                                           "A consumer that is restarted from its last sequence numbers misses no "
                                           "change of a slot's status, and sees none twice.",
                                           "The restarted consumer has forgotten where it was, and begins again.");
}

}  // namespace holdfast::conformance::slate
