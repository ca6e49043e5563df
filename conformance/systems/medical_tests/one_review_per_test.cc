// All doctors review the same test: one review is accepted, its result is stored, and the test leaves the review queue
// once.
#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "conformance/client/stream_reader.h"
#include "conformance/runner/eventually.h"
#include "conformance/runner/read_in_transaction.h"
#include "conformance/systems/attempt_outcome.h"
#include "conformance/systems/medical_tests/medical_test_store.h"
#include "conformance/systems/medical_tests/medical_tests.h"
#include "conformance/systems/medical_tests/review_check.h"

namespace holdfast::conformance::medical_tests {
namespace {

class Doctors : public Race {
 public:
  void SetUp(Round& round) override {
    table_ = round.Table(Table());
    test_ = {round.Key("ada"), round.Key("b1"), round.Key("t1"), round.Key("blood-count")};
    outcomes_.assign(static_cast<size_t>(round.clients()), AttemptOutcome::kNotTried);
    MedicalTestStore(&round.observer(), table_).Put(TestItem(test_));
    FollowStream(round);
  }

  void RunClient(Round& round, Client& client) override {
    MedicalTestStore store(&client, table_, round.guarded());
    const auto number = static_cast<size_t>(client.number());
    outcomes_[number] = Contend(round, client, {AllowedReason::kConditionOrConflict, AllowedReason::kConflict},
                                test_.id, [&] { return store.Review(test_, Doctor(number)); });
  }

  void Check(Round& round) override {
    const std::vector<Item> items = ReadInTransaction(round.observer(), table_, {TestKey(test_), ResultKey(test_)});
    for (const std::string& wrong : FindReviewErrors(outcomes_, items[0], items[1]))
      round.ReportViolation(wrong, {test_.id});
    CheckQueue(round);
    CheckStream(round);
  }

 private:
  // Each attempt reads the table as well as the queue: a review without a response may still take effect.
  void CheckQueue(Round& round) {
    MedicalTestStore store(&round.observer(), table_);
    const bool agrees = Eventually([&] {
      const std::optional<Item> test = store.Get(TestKey(test_));
      const bool waits = test.has_value() && TextOf(*test, "status") == kPendingReview;
      return store.UnreviewedTests(test_.patient).size() == (waits ? 1U : 0U);
    });
    if (!agrees) round.ReportViolation("the review queue does not come to agree with the test", {test_.patient});
  }

  // Skips the stream's records from before the reviews. Leaves `stream_` empty if the endpoint has no streams.
  void FollowStream(Round& round) {
    try {
      stream_.emplace(&round.observer(), round.tables().StreamArn(table_));
      stream_->SkipToNow();
    } catch (const SetupFailed& reason) {
      if (!reason.unsupported()) throw;
      stream_.reset();
      round.CountEvent("rounds without a stream");
    }
  }

  void CheckStream(Round& round) {
    if (!stream_.has_value() || CountOf(outcomes_, AttemptOutcome::kDone) == 0) return;
    std::vector<StreamRecord> records;
    Eventually([&] {
      for (StreamRecord& record : stream_->Read()) {
        if (record.keys == TestKey(test_)) records.push_back(std::move(record));
      }
      return std::any_of(records.begin(), records.end(), LeftTheQueue);
    });
    const auto departures = std::count_if(records.begin(), records.end(), LeftTheQueue);
    const auto reviews = std::count_if(records.begin(), records.end(), IsReview);
    if (departures != 1) {
      round.ReportViolation("by the stream the test left the review queue " + std::to_string(departures) + " times",
                            {test_.id});
    }
    if (reviews != 1) {
      round.ReportViolation("by the stream the test was reviewed " + std::to_string(reviews) + " times", {test_.id});
    }
  }

  static bool LeftTheQueue(const StreamRecord& record) {
    return Has(record.old_image, "GSI3PK") && !Has(record.new_image, "GSI3PK");
  }
  static bool IsReview(const StreamRecord& record) {
    return record.event_name == "MODIFY" && TextOf(record.new_image, "status") == kReviewed;
  }

  std::string table_;
  Test test_;
  std::optional<StreamReader> stream_;
  std::vector<AttemptOutcome> outcomes_;
};

}  // namespace

RaceDescription OneReviewPerTest() {
  return Describe<Doctors>("one-review-per-test",
                           "Of many doctors who review one test, one is accepted: one result, and the test leaves the "
                           "review queue exactly once.",
                           "A review does not ask whether the test still waits for one.");
}

}  // namespace holdfast::conformance::medical_tests
