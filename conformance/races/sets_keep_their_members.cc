// Each client adds members of its own to one set, and deletes one of them again. The final set is the result of all
// accepted changes.
#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "conformance/races/races.h"
#include "conformance/runner/attempts.h"

namespace holdfast::conformance {
namespace {

constexpr int64_t kMembers = 3;         // of each client
constexpr int64_t kClientStride = 100;  // member = client * kClientStride + number

enum class Expected { kThere, kGone, kEither };

class Members : public Race {
 public:
  void SetUp(Round& round) override {
    table_ = round.Table(RacesTable());
    set_ = round.Key("set");
    expected_.resize(static_cast<size_t>(round.clients()));
  }

  void RunClient(Round& round, Client& client) override {
    auto& expected = expected_[static_cast<size_t>(client.number())];
    const int64_t first = client.number() * kClientStride;
    for (int64_t member = first; member < first + kMembers; ++member) {
      const Response response = Change(round, client, "ADD", member);
      expected[member] = response.ok() ? Expected::kThere : response.unknown() ? Expected::kEither : Expected::kGone;
    }
    const Response response = Change(round, client, "DELETE", first);
    // An addition of unknown outcome may still be carried out, after the deletion.
    if (response.ok() && expected[first] == Expected::kThere) expected[first] = Expected::kGone;
    if (response.unknown()) expected[first] = Expected::kEither;
  }

  void Check(Round& round) override {
    const std::vector<int64_t> members = NumbersOf(StoredItem(round.observer(), table_, Key()), "members");
    for (const auto& of_client : expected_) {
      for (const auto& [member, expected] : of_client) {
        const bool there = std::find(members.begin(), members.end(), member) != members.end();
        if (expected == Expected::kThere && !there) {
          round.ReportViolation("member " + std::to_string(member) + " was added, and is not in the set", {set_});
        }
        if (expected == Expected::kGone && there) {
          round.ReportViolation("member " + std::to_string(member) + " was deleted, and is in the set", {set_});
        }
      }
    }
  }

 private:
  Item Key() const { return {{"pk", S(set_)}, {"sk", S("set")}}; }

  Response Change(const Round& round, Client& client, const std::string& clause, int64_t member) const {
    if (!round.guarded()) return ReadThenPut(client, clause, member);
    const UpdateItemRequest change{.table = table_,
                                   .key = Key(),
                                   .update = clause + " #members :one",
                                   .names = {{"#members", "members"}},
                                   .values = {{":one", Ns({member})}}};
    return ExpectOnlyContentionRefusals(client.UpdateItem(change));
  }

  Response ReadThenPut(Client& client, const std::string& clause, int64_t member) const {
    std::vector<int64_t> members = NumbersOf(StoredItem(client, table_, Key()), "members");
    std::erase(members, member);
    if (clause == "ADD") members.push_back(member);
    Item item = Key();
    if (!members.empty()) item["members"] = Ns(members);
    return client.PutItem({.table = table_, .item = item});
  }

  std::string table_;
  std::string set_;
  std::vector<std::map<int64_t, Expected>> expected_;  // by client, by member
};

}  // namespace

RaceDescription SetsKeepTheirMembers() {
  return Describe<Members>("sets-keep-their-members", "ADD and DELETE change the members they name, and no others.",
                           "The clients read the set, change it themselves and put it back.");
}

}  // namespace holdfast::conformance
