// A watcher follows the stream while customers hold, release and book slots. It sees each flip (change of a slot's
// status) once and in order.
#include <functional>

#include "conformance/systems/slate/slate.h"
#include "conformance/systems/slate/watched_slots.h"

namespace holdfast::conformance::slate {
namespace {

class FollowedSlots : public WatchedSlots {
 public:
  using WatchedSlots::WatchedSlots;

 private:
  void Watch(Round& round, Client& client, const std::function<bool()>& enough) override {
    if (!round.guarded()) {
      Poll(client, enough);
      return;
    }
    StreamReader reader(&client, stream(), positions_.empty() ? begin() : positions_);
    do {
      for (const StreamRecord& record : reader.Read()) watcher().Observe(record);
    } while (!enough());
    positions_ = reader.positions();
  }

  void Poll(Client& client, const std::function<bool()>& enough) {
    SlotReservations reservations(&client, table());
    do {
      for (const Slot& slot : slots()) watcher().ObserveState(reservations.Get(SlotKey(slot)).value_or(Item()));
    } while (!enough());
  }

  StreamReader::Positions positions_;
};

}  // namespace

RaceDescription EveryFlipOnce() {
  return DescribeFollower<FollowedSlots>(
      "every-flip-once", "A consumer of the stream sees each change of a slot's status once, and in order.",
      "The watcher polls the slots with GetItem instead of reading the stream.");
}

}  // namespace holdfast::conformance::slate
