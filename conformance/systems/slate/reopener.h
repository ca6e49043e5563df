// The consumer of Slate's stream that puts a slot back on sale when the hold on it has expired.
#pragma once

#include <string>
#include <utility>

#include "conformance/systems/slate/slot_reservations.h"
#include "conformance/wire/stream_reader.h"

namespace holdfast::conformance::slate {

// The service deleted a hold because its time had come. A hold that a customer's own step has deleted is none.
bool IsExpiredHold(const StreamRecord& record);

// Not thread-safe, like its client.
class Reopener {
 public:
  // Goes on from `begin`.
  Reopener(Client* client, std::string table, std::string stream_arn, StreamReader::Positions begin)
      : client_(*client),
        reservations_(client, std::move(table)),
        reader_(client, std::move(stream_arn), std::move(begin)) {}

  // Handles what the stream has now, and answers how many slots are open again for that. One that was booked in the
  // meantime is left alone.
  int HandleNew();

  const StreamReader::Positions& positions() const { return reader_.positions(); }

 private:
  // Whether it is open for that.
  bool Reopen(const Item& hold);

  Client& client_;
  SlotReservations reservations_;
  StreamReader reader_;
};

}  // namespace holdfast::conformance::slate
