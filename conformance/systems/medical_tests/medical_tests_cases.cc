// The access patterns of the medical tests, one case each.
#include <algorithm>
#include <string>
#include <vector>

#include "conformance/runner/eventually.h"
#include "conformance/systems/medical_tests/medical_test_store.h"
#include "conformance/systems/medical_tests/medical_tests.h"

namespace holdfast::conformance::medical_tests {
namespace {

// One patient's chart: the first booking has two tests, of which one is reviewed. The second booking has one test, of
// the same type as the reviewed one.
struct Chart {
  explicit Chart(CaseRun& run)
      : store(&run.client(), run.Table(Table())),
        patient(run.Key("ada")),
        first_booking(run.Key("b1")),
        second_booking(run.Key("b2")),
        reviewed{patient, first_booking, run.Key("t1"), run.Key("blood-count")},
        waiting{patient, first_booking, run.Key("t2"), run.Key("lipids")},
        later{patient, second_booking, run.Key("t3"), run.Key("blood-count")} {
    store.Put(PatientItem(patient));
    for (const std::string& booking : {first_booking, second_booking}) store.Put(BookingItem(patient, booking));
    for (const Test& test : {reviewed, waiting, later}) store.Put(TestItem(test));
    for (const std::string& type : {reviewed.type, waiting.type}) store.Put(TestTypeItem(type));
    Require(store.Review(reviewed, "doctor-1"));
  }

  MedicalTestStore store;
  const std::string patient;
  const std::string first_booking;
  const std::string second_booking;
  const Test reviewed;
  const Test waiting;
  const Test later;
};

using SortKeys = std::vector<std::string>;

SortKeys SortKeysOf(const std::vector<Item>& items) {
  SortKeys sort_keys;
  for (const Item& item : items) sort_keys.push_back(TextOf(item, "SK"));
  return sort_keys;
}

SortKeys SortKeysOf(const std::vector<Test>& tests) {
  SortKeys sort_keys;
  for (const Test& test : tests) sort_keys.push_back(TextOf(TestKey(test), "SK"));
  return sort_keys;
}

void PatientById(CaseRun& run) {
  Chart chart(run);
  run.ExpectItem(chart.store.Get(PatientKey(chart.patient)), PatientItem(chart.patient), "the patient's profile");
}

void BookingsPrefix(CaseRun& run) {
  Chart chart(run);
  const SortKeys expected = {TextOf(BookingKey(chart.patient, chart.first_booking), "SK"),
                             TextOf(TestKey(chart.reviewed), "SK"),
                             TextOf(ResultKey(chart.reviewed), "SK"),
                             TextOf(TestKey(chart.waiting), "SK"),
                             TextOf(BookingKey(chart.patient, chart.second_booking), "SK"),
                             TextOf(TestKey(chart.later), "SK")};
  run.Expect(SortKeysOf(chart.store.BookingsTestsAndResultsOf(chart.patient)) == expected,
             "begins_with(SK, BOOKING#) must give the bookings, and their tests and results below them, in order");
}

void BookingsOfPatient(CaseRun& run) {
  Chart chart(run);
  const std::vector<Item> expected = {BookingItem(chart.patient, chart.first_booking),
                                      BookingItem(chart.patient, chart.second_booking)};
  run.Expect(chart.store.BookingsOf(chart.patient) == expected,
             "with a filter on the entity only the two bookings must be left");
}

void TestsOfBooking(CaseRun& run) {
  Chart chart(run);
  const SortKeys expected = SortKeysOf(std::vector<Test>{chart.reviewed, chart.waiting});
  run.Expect(Eventually([&] { return SortKeysOf(chart.store.TestsOfBooking(chart.first_booking)) == expected; }),
             "GSI1 must give the booking's two tests in order, and neither its result nor another booking's test");
}

void ResultOfTest(CaseRun& run) {
  Chart chart(run);
  run.ExpectItem(chart.store.Get(ResultKey(chart.reviewed)), ResultItem(chart.reviewed, "doctor-1"),
                 "the result of a reviewed test");
  run.Expect(!chart.store.Get(ResultKey(chart.waiting)).has_value(), "an unreviewed test must have no result");
}

void TestsOfType(CaseRun& run) {
  Chart chart(run);
  const SortKeys expected = SortKeysOf(std::vector<Test>{chart.reviewed, chart.later});
  run.Expect(Eventually([&] { return SortKeysOf(chart.store.TestsOfType(chart.reviewed.type)) == expected; }),
             "GSI2 must give the tests of a type, of all bookings, and not the type's own reference data");
}

void UnreviewedTests(CaseRun& run) {
  Chart chart(run);
  const auto queue_is = [&](const std::vector<Test>& tests) {
    return Eventually([&] { return SortKeysOf(chart.store.UnreviewedTests(chart.patient)) == SortKeysOf(tests); });
  };
  run.Expect(queue_is({chart.waiting, chart.later}), "GSI3 must give the tests that wait for a review, and no other");
  run.ExpectOk(chart.store.Review(chart.later, "doctor-2"), "a review");
  run.Expect(queue_is({chart.waiting}), "a reviewed test must leave GSI3");
  run.ExpectOk(chart.store.ReturnToQueue(chart.later), "asking for a second look");
  run.Expect(queue_is({chart.waiting, chart.later}), "a test that waits again must be back in GSI3, in its old place");
}

void SparseIndex(CaseRun& run) {
  Chart chart(run);
  const auto scan = [&] { return run.client().ScanAll({.table = run.Table(Table()), .index = "GSI3"}); };
  const auto holds = [](const std::vector<Item>& items, const Test& test) {
    return std::any_of(items.begin(), items.end(), [&](const Item& item) {
      return TextOf(item, "PK") == TextOf(TestKey(test), "PK") && TextOf(item, "SK") == TextOf(TestKey(test), "SK");
    });
  };
  run.Expect(Eventually([&] {
               const std::vector<Item> items = scan();
               return holds(items, chart.waiting) && !holds(items, chart.reviewed);
             }),
             "a scan of GSI3 must give the waiting test and not the reviewed one");
  for (const Item& item : scan()) {
    run.Expect(TextOf(item, "GSI3PK") == ReviewQueue(), "GSI3 holds an item without GSI3PK: " + TextOf(item, "SK"));
  }
}

void ReferenceData(CaseRun& run) {
  Chart chart(run);
  run.ExpectItem(chart.store.Get(TestTypeKey(chart.waiting.type)), TestTypeItem(chart.waiting.type),
                 "the reference data of a type, with its nested limits");
}

void SecondReview(CaseRun& run) {
  Chart chart(run);
  const Response response = chart.store.Review(chart.reviewed, "doctor-2");
  run.ExpectError(response, "TransactionCanceledException",
                  "Transaction cancelled, please refer cancellation reasons for specific reasons "
                  "[ConditionalCheckFailed, None]",
                  "a second review");
  run.Expect(response.CancellationCodes() == std::vector<std::string>{"ConditionalCheckFailed", "None"},
             "the reasons must be ConditionalCheckFailed for the test and None for the result");
  run.ExpectItem(chart.store.Get(ResultKey(chart.reviewed)), ResultItem(chart.reviewed, "doctor-1"),
                 "the result after a refused second review");
}

}  // namespace

std::vector<CaseDescription> Cases() {
  return {
      {"patient-by-id", "A patient's profile is one GetItem.", PatientById},
      {"bookings-prefix", "begins_with(SK, BOOKING#) gives bookings, and also tests and results.", BookingsPrefix},
      {"bookings-of-a-patient", "The bookings alone are left by a filter.", BookingsOfPatient},
      {"tests-of-a-booking", "The tests of a booking are a partition of GSI1.", TestsOfBooking},
      {"result-of-a-test", "The result of a test is one GetItem.", ResultOfTest},
      {"tests-of-a-type", "The tests of a type are a partition of GSI2.", TestsOfType},
      {"unreviewed-tests", "The review queue is a partition of GSI3, which a test leaves when it is reviewed.",
       UnreviewedTests},
      {"sparse-index", "GSI3 holds only what has its key.", SparseIndex},
      {"reference-data", "The reference data of a type is one GetItem.", ReferenceData},
      {"second-review",
       "A second review is refused: the reasons name the condition on the test, and none for the result.",
       SecondReview},
  };
}

}  // namespace holdfast::conformance::medical_tests
