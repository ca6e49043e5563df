// The outcome of each client's single call.
#pragma once

#include <vector>

#include "conformance/client/client.h"

namespace holdfast::conformance {

// All clients may call Record concurrently, each for itself. All other methods may be called only before or after all
// of these calls.
class Outcomes {
 public:
  // A client that records nothing counts as refused.
  void Reset(int clients) { outcomes_.assign(static_cast<size_t>(clients), Response::Outcome::kRefused); }

  void Record(const Client& client, const Response& response) {
    outcomes_[static_cast<size_t>(client.number())] = response.outcome();
  }

  Response::Outcome ForClient(int client) const { return outcomes_[static_cast<size_t>(client)]; }

  // The numbers of the clients with this outcome.
  std::vector<int> ClientsWith(Response::Outcome outcome) const {
    std::vector<int> clients;
    for (size_t i = 0; i < outcomes_.size(); ++i) {
      if (outcomes_[i] == outcome) clients.push_back(static_cast<int>(i));
    }
    return clients;
  }
  std::vector<int> Winners() const { return ClientsWith(Response::Outcome::kOk); }
  // Clients whose outcome is unknown.
  std::vector<int> Indeterminate() const { return ClientsWith(Response::Outcome::kUnknown); }

 private:
  std::vector<Response::Outcome> outcomes_;
};

}  // namespace holdfast::conformance
