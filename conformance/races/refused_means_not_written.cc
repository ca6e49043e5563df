// Each client writes items of its own. An item whose write returned an error must not exist. DynamoDB's documentation
// allows a server error (HTTP 500) for a write that was carried out. But if a store does so routinely, clients that
// retry after errors repeat writes that succeeded, and sell a seat twice, say. So it counts as a violation here.
#include <string>
#include <vector>

#include "conformance/races/races.h"
#include "conformance/runner/attempts.h"

namespace holdfast::conformance {
namespace {

constexpr int kWrites = 5;  // of each client

class Writers : public Race {
 public:
  void SetUp(Round& round) override {
    table_ = round.Table(RacesTable());
    partition_key_ = round.Key("own");
    refused_.resize(static_cast<size_t>(round.clients()));
  }

  void RunClient(Round& round, Client& client) override {
    for (int i = 0; i < kWrites; ++i) {
      const std::string name = std::to_string(client.number()) + "." + std::to_string(i);
      const PutItemRequest put{.table = table_, .item = Key(name), .condition = "attribute_not_exists(pk)"};
      if (!round.guarded()) {
        client.SendAndHangUp("PutItem", ToJson(put));
        refused_[static_cast<size_t>(client.number())].push_back(name);
        continue;
      }
      // A write without a response may have been carried out.
      const Response response = client.PutItem(put);
      if (!response.ok() && response.status() != 0) refused_[static_cast<size_t>(client.number())].push_back(name);
    }
  }

  void Check(Round& round) override {
    for (const std::vector<std::string>& names : refused_) {
      for (const std::string& name : names) {
        const Response response = Require(round.observer().GetItem({.table = table_, .key = Key(name)}));
        if (response.item().has_value()) {
          round.ReportViolation("a write was answered with an error, and was carried out all the same", {name});
        }
      }
    }
  }

 private:
  Item Key(const std::string& name) const { return {{"pk", S(partition_key_)}, {"sk", S(name)}}; }

  std::string table_;
  std::string partition_key_;
  std::vector<std::vector<std::string>> refused_;  // by client
};

}  // namespace

RaceDescription RefusedMeansNotWritten() {
  return Describe<Writers>("refused-means-not-written",
                           "A write that is answered with an error has not been carried out.",
                           "The clients hang up before the answer, and take silence for an error.");
}

}  // namespace holdfast::conformance
