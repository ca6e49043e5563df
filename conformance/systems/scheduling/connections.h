// The calendars that owners have connected, and the tokens that open them. A token itself lies in a vault: the table
// knows a reference to it.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "conformance/systems/scheduling/interval.h"
#include "conformance/systems/scheduling/scheduling_tables.h"
#include "conformance/wire/client.h"

namespace holdfast::conformance::scheduling {

struct Connection {
  std::string owner;
  std::string provider;
};

Item ConnectionKey(const Connection& connection);

// One client's hand on the connections. Not thread-safe, like its client. What the index answers may be late.
class Connections {
 public:
  // Without its guard a token is refreshed without asking whether somebody else has done so.
  Connections(Client* client, Tables tables, bool guarded = true)
      : client_(*client), tables_(std::move(tables)), guarded_(guarded) {}

  // Version 1. Refused where the owner has connected this provider already.
  Response Connect(const Connection& connection, const std::string& vault_reference, Minute now);
  // Optimistic locking: refused unless the version is still the expected one, which then grows by one.
  Response RefreshToken(const Connection& connection, const std::string& vault_reference, int64_t expected_version,
                        Minute now);
  // What the calendar says is busy becomes guards of the owner, and what it no longer says is freed; what a booking has
  // already stays the booking's. All or nothing; refused where the token was refreshed since `stored` was read. All
  // changes must fit into one transaction.
  Response Sync(const Item& stored, const std::vector<Interval>& busy, Minute now);

  std::optional<Item> Get(const Connection& connection);
  std::vector<Item> OfOwner(const std::string& owner);
  std::vector<Item> OfProvider(const std::string& provider);

 private:
  Client& client_;
  const Tables tables_;
  const bool guarded_;
};

}  // namespace holdfast::conformance::scheduling
