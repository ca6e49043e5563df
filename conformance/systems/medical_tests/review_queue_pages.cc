// Clients read the review queue page by page while tests leave it and return to the same position. A reading contains
// no test twice, because no test is ever at another position, and misses no test that stays in the queue.
// LastEvaluatedKey often names a test that has left the queue when the next page is requested.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <iterator>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "conformance/runner/eventually.h"
#include "conformance/systems/medical_tests/medical_test_store.h"
#include "conformance/systems/medical_tests/medical_tests.h"
#include "conformance/systems/medical_tests/queue_reading.h"

namespace holdfast::conformance::medical_tests {
namespace {

constexpr int kPageSize = 3;
// Ensures that a reading takes several pages, even with few clients.
constexpr int kTestsMin = 16;
constexpr int kReadingsPerReader = 2;
constexpr int kRemovalsPerClient = 6;
// How long after a write an index may lag behind the table. During this time it may return an older state after a newer
// one: a read may miss tests that an earlier read returned.
constexpr std::chrono::seconds kLagMax{5};

QueueReading QueueSortKeys(const std::vector<Item>& items) {
  QueueReading sort_keys;
  for (const Item& item : items) sort_keys.push_back(TextOf(item, "GSI3SK"));
  return sort_keys;
}

// What a round leaves to the next: the patient whose staying tests have been in the queue for longer than an index may
// lag, or nothing. To wait for that in each round would take too long.
struct SettledQueue {
  std::string patient;
};

class QueueReaders : public Race {
 public:
  explicit QueueReaders(std::shared_ptr<SettledQueue> settled) : settled_(std::move(settled)) {}

  // Clients with even numbers read the queue. Each client with an odd number repeatedly removes the test with its
  // number from the queue and returns it. So between any two such tests there is one that stays.
  void SetUp(Round& round) override {
    table_ = round.Table(Table());
    readings_.assign(static_cast<size_t>(round.clients()), {});
    patient_ = std::exchange(settled_->patient, "");
    const bool is_settled = !patient_.empty();
    if (!is_settled) patient_ = round.Key("berta");
    QueueReading all_tests;
    for (int i = 0; i < std::max(round.clients(), kTestsMin); ++i) {
      all_tests.push_back(QueueSortKey(TestOf(i)));
      if (IsReader(i) || i >= round.clients()) staying_.insert(all_tests.back());
    }
    if (!is_settled) FillQueue(round, all_tests);
  }

  void RunClient(Round& round, Client& client) override {
    if (!IsReader(client.number())) {
      RemoveAndReturnTest(client);
      return;
    }
    for (int i = 0; i < kReadingsPerReader; ++i) {
      readings_[static_cast<size_t>(client.number())].push_back(round.guarded() ? ReadByCursor(client)
                                                                                : ReadByCount(client));
    }
  }

  void Check(Round& round) override {
    for (size_t i = 0; i < readings_.size(); ++i) {
      for (const QueueReading& reading : readings_[i]) CheckReading(round, static_cast<int>(i), reading);
    }
    if (QueueAgreesWithTable(round) && !has_unknown_write_) settled_->patient = patient_;
  }

 private:
  static bool IsReader(int client) { return client % 2 == 0; }
  Test TestOf(int number) const { return {patient_, "b1", NumberedTestId(number), patient_ + "/blood-count"}; }

  // Puts all tests, and waits until no read may be so old that it misses one.
  void FillQueue(Round& round, const QueueReading& all_tests) {
    MedicalTestStore store(&round.observer(), table_);
    for (size_t i = 0; i < all_tests.size(); ++i) store.Put(TestItem(TestOf(static_cast<int>(i))));
    const auto settled = std::chrono::steady_clock::now() + kLagMax;
    if (!Eventually([&] { return QueueSortKeys(store.UnreviewedTests(patient_)) == all_tests; })) {
      round.ReportViolation("the review queue does not come to show the tests that were put before the race",
                            {patient_});
      return;
    }
    Eventually([settled] { return std::chrono::steady_clock::now() >= settled; });
  }

  void RemoveAndReturnTest(Client& client) {
    MedicalTestStore store(&client, table_);
    const Test test = TestOf(client.number());
    for (int i = 0; i < kRemovalsPerClient; ++i) {
      const Response left = store.TakeFromQueue(test);
      if (RecordIfUnknown(left)) return;
      Require(left);
      const Response returned = store.ReturnToQueue(test);
      if (RecordIfUnknown(returned)) return;
      Require(returned);
    }
  }

  // Records an unknown outcome, after which the test may be in the queue or not, and leave it or return later.
  bool RecordIfUnknown(const Response& response) {
    if (response.unknown()) has_unknown_write_ = true;
    return response.unknown();
  }

  QueueReading ReadByCursor(Client& client) {
    QueryRequest request = MedicalTestStore(&client, table_).UnreviewedQuery(patient_);
    request.limit = kPageSize;
    return QueueSortKeys(client.QueryAll(request));
  }

  // Pages by offset: each page skips as many tests as were read before.
  QueueReading ReadByCount(Client& client) {
    QueryRequest request = MedicalTestStore(&client, table_).UnreviewedQuery(patient_);
    QueueReading reading;
    for (size_t new_tests = 1; new_tests > 0;) {
      request.limit = static_cast<int>(reading.size()) + kPageSize;
      const QueueReading page = QueueSortKeys(Require(client.Query(request)).items());
      new_tests = page.size() - std::min(page.size(), reading.size());
      std::copy(page.end() - static_cast<std::ptrdiff_t>(new_tests), page.end(), std::back_inserter(reading));
    }
    return reading;
  }

  void CheckReading(Round& round, int client, const QueueReading& reading) {
    for (const std::string& wrong : FindReadingErrors(reading, staying_)) {
      round.ReportViolation("client " + std::to_string(client) + " " + wrong, {patient_});
    }
  }

  // Each attempt reads the table as well as the queue: a write without a response may still take effect.
  bool QueueAgreesWithTable(Round& round) {
    MedicalTestStore store(&round.observer(), table_);
    const bool agrees = Eventually([&] {
      QueueReading waiting;
      for (const Item& item : store.BookingsTestsAndResultsOf(patient_)) {
        if (TextOf(item, "status") == kPendingReview) waiting.push_back(TextOf(item, "GSI3SK"));
      }
      return QueueSortKeys(store.UnreviewedTests(patient_)) == waiting;
    });
    if (!agrees) round.ReportViolation("the review queue does not come to agree with the table", {patient_});
    return agrees;
  }

  const std::shared_ptr<SettledQueue> settled_;
  std::string table_;
  std::string patient_;
  std::set<std::string> staying_;
  std::vector<std::vector<QueueReading>> readings_;  // by client
  std::atomic<bool> has_unknown_write_ = false;
};

}  // namespace

RaceDescription ReviewQueuePages() {
  return {"review-queue-pages",
          "While tests leave the review queue and come back, who reads it page by page reads nothing twice and misses "
          "nothing that stays.",
          "Pages are found by counting what was read before, and not by LastEvaluatedKey.",
          [settled = std::make_shared<SettledQueue>()] { return std::make_unique<QueueReaders>(settled); }};
}

}  // namespace holdfast::conformance::medical_tests
