// The consumer of Slate's stream that puts a slot back on sale when the hold on it has expired.
#pragma once

#include <string>
#include <utility>

#include "conformance/client/stream_reader.h"
#include "conformance/systems/slate/slot_reservations.h"

namespace holdfast::conformance::slate {

// True if the record is the deletion of a hold by time to live, and not by a request of the customer.
bool IsExpiredHold(const StreamRecord& record);

// Not thread-safe, like its client.
class Reopener {
 public:
  // Reads the stream from `begin`, such as the positions() of an earlier Reopener.
  Reopener(Client* client, std::string table, std::string stream_arn, StreamReader::Positions begin)
      : client_(*client),
        reservations_(client, std::move(table)),
        reader_(client, std::move(stream_arn), std::move(begin)) {}

  // Handles the stream's new records, and returns how many slots became open. Skips slots that the expired hold no
  // longer holds, such as those booked in the meantime.
  int HandleNew();

  const StreamReader::Positions& positions() const { return reader_.positions(); }

 private:
  // Returns whether this call opened the slot, or may have opened it by a try of unknown outcome.
  bool Reopen(const Item& hold);

  Client& client_;
  SlotReservations reservations_;
  StreamReader reader_;
};

}  // namespace holdfast::conformance::slate
