// What became of each client's one call.
#pragma once

#include <vector>

#include "conformance/wire/client.h"

namespace holdfast::conformance {

// Each client notes its own, at the same time as the others; everything else comes afterwards.
class Outcomes {
 public:
  void Reset(int clients) { outcomes_.assign(static_cast<size_t>(clients), Response::Outcome::kRefused); }

  void Note(const Client& client, const Response& response) {
    outcomes_[static_cast<size_t>(client.number())] = response.outcome();
  }

  Response::Outcome ForClient(int client) const { return outcomes_[static_cast<size_t>(client)]; }

  // The numbers of the clients.
  std::vector<int> With(Response::Outcome outcome) const {
    std::vector<int> clients;
    for (size_t i = 0; i < outcomes_.size(); ++i) {
      if (outcomes_[i] == outcome) clients.push_back(static_cast<int>(i));
    }
    return clients;
  }
  std::vector<int> Winners() const { return With(Response::Outcome::kOk); }
  // Those who cannot know whether they have won.
  std::vector<int> Indeterminate() const { return With(Response::Outcome::kUnknown); }

 private:
  std::vector<Response::Outcome> outcomes_;
};

}  // namespace holdfast::conformance
