// What became of each client's one call.
#pragma once

#include <vector>

#include "conformance/wire/client.h"

namespace holdfast::conformance {

// Each client notes its own, at the same time as the others; everything else comes afterwards.
class Outcomes {
 public:
  void Reset(int clients) { outcomes_.assign(static_cast<size_t>(clients), Reply::Outcome::kRefused); }

  void Note(const Client& client, const Reply& reply) {
    outcomes_[static_cast<size_t>(client.number())] = reply.outcome();
  }

  Reply::Outcome ForClient(int client) const { return outcomes_[static_cast<size_t>(client)]; }

  // The numbers of the clients.
  std::vector<int> With(Reply::Outcome outcome) const {
    std::vector<int> clients;
    for (size_t i = 0; i < outcomes_.size(); ++i) {
      if (outcomes_[i] == outcome) clients.push_back(static_cast<int>(i));
    }
    return clients;
  }
  std::vector<int> Winners() const { return With(Reply::Outcome::kOk); }
  // Those who cannot know whether they have won.
  std::vector<int> Indeterminate() const { return With(Reply::Outcome::kUnknown); }

 private:
  std::vector<Reply::Outcome> outcomes_;
};

}  // namespace holdfast::conformance
