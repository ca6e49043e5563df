// Each client reads a document, changes it, and puts it back on condition that its version is still the one that was
// read. No accepted change is lost.
#include <atomic>
#include <cstdint>
#include <optional>
#include <string>

#include "conformance/races/races.h"
#include "conformance/runner/attempts.h"

namespace holdfast::conformance {
namespace {

constexpr int kAttempts = 6;

class Editors : public Race {
 public:
  void SetUp(Round& round) override {
    table_ = round.Table(RacesTable());
    document_ = round.Key("document");
    Item item = Key();
    item["edits"] = N(0);
    item["version"] = N(0);
    Require(round.observer().PutItem({.table = table_, .item = item}));
  }

  void RunClient(Round& round, Client& client) override {
    for (int i = 0; i < kAttempts; ++i) {
      const std::optional<Item> read = Read(round, client);
      if (!read.has_value()) return;
      Item item = Key();
      item["edits"] = N(NumberOf(*read, "edits") + 1);
      item["version"] = N(NumberOf(*read, "version") + 1);
      PutItemRequest put{.table = table_, .item = item};
      if (round.guarded()) {
        put.condition = "version = :read";
        put.values = {{":read", read->at("version")}};
      }
      const Response response = ExpectOnlyContentionRefusals(client.PutItem(put));
      if (response.ok()) ++edits_;
      if (response.unknown()) ++unknown_;
      if (!response.ConditionFailed()) return;
    }
  }

  void Check(Round& round) override {
    const std::optional<Item> read = Read(round, round.observer());
    if (!read.has_value()) return;
    const int64_t edits = NumberOf(*read, "edits");
    if (edits < edits_ || edits > edits_ + unknown_) {
      round.ReportViolation(
          std::to_string(edits_) + " edits were accepted, and the document has " + std::to_string(edits), {document_});
    }
    if (edits_ + unknown_ == 0) round.ReportViolation("no edit was accepted at all", {document_});
  }

 private:
  Item Key() const { return {{"pk", S(document_)}, {"sk", S("document")}}; }

  // No client deletes the document, so a read that finds none is a violation.
  std::optional<Item> Read(Round& round, Client& client) const {
    const Response response = Require(client.GetItem({.table = table_, .key = Key()}));
    std::optional<Item> item = response.item();
    if (item.has_value() && Has(*item, "version")) return item;
    round.ReportViolation("the document was put, and is not there", {document_});
    return std::nullopt;
  }

  std::string table_;
  std::string document_;
  std::atomic<int64_t> edits_ = 0;
  std::atomic<int64_t> unknown_ = 0;
};

}  // namespace

RaceDescription NoLostUpdate() {
  return Describe<Editors>("no-lost-update", "With a version that is checked, every accepted edit is in the document.",
                           "The edited document is put back without asking for the version.");
}

}  // namespace holdfast::conformance
