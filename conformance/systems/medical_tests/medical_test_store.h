// The operations on medical tests: one method per access pattern, through one client.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "conformance/systems/medical_tests/medical_tests_table.h"
#include "conformance/systems/table_store.h"

namespace holdfast::conformance::medical_tests {

// Not thread-safe, like its client. Reads from the indexes are eventually consistent.
class MedicalTestStore : public TableStore {
 public:
  // `guarded` false omits the condition that the test waits for a review.
  MedicalTestStore(Client* client, std::string table, bool guarded = true)
      : TableStore(client, std::move(table), guarded) {}

  // Every item whose sort key begins with BOOKING#: the bookings, their tests and the results, in key order.
  std::vector<Item> BookingsTestsAndResultsOf(const std::string& patient) {
    return ReadPartition({"PK", "PATIENT#" + patient}, {"SK", "BOOKING#"});
  }
  // The bookings alone.
  std::vector<Item> BookingsOf(const std::string& patient);
  std::vector<Item> TestsOfBooking(const std::string& booking) {
    return ReadIndex("GSI1", {"GSI1PK", "BOOKING#" + booking}, {"GSI1SK", "TEST#"});
  }
  std::vector<Item> TestsOfType(const std::string& type) { return ReadIndex("GSI2", {"GSI2PK", "TESTTYPE#" + type}); }
  // The query for the unreviewed tests of a patient, in the order of the queue.
  QueryRequest UnreviewedQuery(const std::string& patient) const;
  std::vector<Item> UnreviewedTests(const std::string& patient) { return client_.QueryAll(UnreviewedQuery(patient)); }

  // Puts the doctor's result and removes the test from the queue, in one transaction.
  Response Review(const Test& test, const std::string& doctor);
  // Marks the test as reviewed, and so removes it from the queue, without storing a result. ReturnToQueue undoes this:
  // the test has its previous position again.
  Response TakeFromQueue(const Test& test);
  Response ReturnToQueue(const Test& test);

 private:
  // Marks the test as reviewed and removes it from the queue.
  UpdateItemRequest MarkReviewedRequest(const Test& test) const;
};

}  // namespace holdfast::conformance::medical_tests
