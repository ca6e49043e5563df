// All clients refresh the same expired token. Of the clients that read the same version, one succeeds, and all others
// fail with ConditionalCheckFailedException. The table keeps the vault reference of the last refresh that succeeded.
#include <string>
#include <vector>

#include "conformance/systems/attempt_outcome.h"
#include "conformance/systems/scheduling/connections.h"
#include "conformance/systems/scheduling/races/refresh_check.h"
#include "conformance/systems/scheduling/scheduling.h"

namespace holdfast::conformance::scheduling {
namespace {

constexpr int kRefreshesPerClient = 3;

class Refreshers : public Race {
 public:
  void SetUp(Round& round) override {
    tables_.connections = round.Table(CalendarConnectionsTable());
    connection_ = {round.Key("ida"), "google"};
    refreshes_.assign(static_cast<size_t>(round.clients()), {});
    Require(Connections(&round.observer(), tables_).Connect(connection_, "vault/first", Present()));
  }

  void RunClient(Round& round, Client& client) override {
    Connections connections(&client, tables_, round.guarded());
    for (int i = 0; i < kRefreshesPerClient; ++i) {
      const Item seen = connections.Get(connection_).value_or(Item());
      const int64_t version = NumberOf(seen, "version");
      const std::string reference = "vault/" + std::to_string(client.number()) + "-" + std::to_string(i);
      const Response response = connections.RefreshToken(connection_, reference, version, Present());
      // The race has no transactions, so a refusal because of a conflict is an error, too.
      if (response.outcome() == Response::Outcome::kRefused && !response.Is("ConditionalCheckFailedException"))
        Require(response);
      refreshes_[static_cast<size_t>(client.number())].push_back({version, reference, AttemptOutcomeOf(response)});
    }
  }

  void Check(Round& round) override {
    const Item stored = Connections(&round.observer(), tables_).Get(connection_).value_or(Item());
    std::vector<Refresh> all;
    for (const std::vector<Refresh>& refreshes : refreshes_) all.insert(all.end(), refreshes.begin(), refreshes.end());
    for (const std::string& wrong : FindRefreshErrors(all, stored)) round.ReportViolation(wrong, {connection_.owner});
  }

 private:
  Tables tables_;
  Connection connection_;
  std::vector<std::vector<Refresh>> refreshes_;  // by client
};

}  // namespace

RaceDescription OneRefreshPerVersion() {
  return Describe<Refreshers>("one-refresh-per-version",
                              "Of those who refresh the same version of a token one wins, and the others see "
                              "ConditionalCheckFailedException.",
                              "A refresh does not ask for the version that it expects.");
}

}  // namespace holdfast::conformance::scheduling
