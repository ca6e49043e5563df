#include "conformance/systems/medical_tests/medical_test_store.h"

namespace holdfast::conformance::medical_tests {

std::vector<Item> MedicalTestStore::BookingsOf(const std::string& patient) {
  return client_.QueryAll(
      {.table = table_,
       .key_condition = "PK = :patient AND begins_with(SK, :bookings)",
       .filter = "entity = :booking",
       .values = {{":patient", S("PATIENT#" + patient)}, {":bookings", S("BOOKING#")}, {":booking", S("Booking")}},
       .consistent = true});
}

QueryRequest MedicalTestStore::UnreviewedQuery(const std::string& patient) const {
  return {.table = table_,
          .index = "GSI3",
          .key_condition = "GSI3PK = :queue AND begins_with(GSI3SK, :patient)",
          .values = {{":queue", S(ReviewQueue())}, {":patient", S("PATIENT#" + patient + "#BOOKING#")}}};
}

UpdateItemRequest MedicalTestStore::MarkReviewedRequest(const Test& test) const {
  UpdateItemRequest request{.table = table_,
                            .key = TestKey(test),
                            .update = "SET #status = :reviewed REMOVE GSI3PK, GSI3SK",
                            .names = {{"#status", "status"}},
                            .values = {{":reviewed", S(kReviewed)}}};
  if (guarded_) {
    request.condition = "#status = :pending";
    request.values[":pending"] = S(kPendingReview);
  }
  return request;
}

Response MedicalTestStore::Review(const Test& test, const std::string& doctor) {
  UpdateItemRequest request = MarkReviewedRequest(test);
  request.update = "SET #status = :reviewed, reviewedBy = :doctor REMOVE GSI3PK, GSI3SK";
  request.values[":doctor"] = S(doctor);
  return client_.TransactWriteItems(
      {.actions = {request, PutItemRequest{.table = table_, .item = ResultItem(test, doctor)}}});
}

Response MedicalTestStore::TakeFromQueue(const Test& test) { return client_.UpdateItem(MarkReviewedRequest(test)); }

Response MedicalTestStore::ReturnToQueue(const Test& test) {
  return client_.UpdateItem(
      {.table = table_,
       .key = TestKey(test),
       .update = "SET #status = :pending, GSI3PK = :queue, GSI3SK = :place",
       .names = {{"#status", "status"}},
       .values = {{":pending", S(kPendingReview)}, {":queue", S(ReviewQueue())}, {":place", S(QueueSortKey(test))}}});
}

}  // namespace holdfast::conformance::medical_tests
