// System 4, medical tests: patients, their tests, the results, and the doctors' review queue, in one table with three
// indexes. The third is sparse: it contains a test until the test is reviewed. Under each index, a test's partition key
// is above its sort key.
//
//   entity     PK               SK                            GSI1         GSI2             GSI3
//   patient    PATIENT#<p>      PROFILE
//   booking    PATIENT#<p>      BOOKING#<b>
//   test       PATIENT#<p>      BOOKING#<b>#TEST#<t>          BOOKING#<b>  TESTTYPE#<type>  TESTSTATUS#PENDING_REVIEW
//                                                             TEST#<t>     TEST#<t>         PATIENT#<p>#BOOKING#…
//   result     PATIENT#<p>      BOOKING#<b>#TEST#<t>#RESULT
//   test type  TESTTYPE#<type>  METADATA
#pragma once

#include <string>

#include "conformance/client/value.h"
#include "conformance/runner/tables.h"

namespace holdfast::conformance::medical_tests {

TableDefinition Table();

struct Test {
  std::string patient;
  std::string booking;
  std::string id;
  std::string type;
};

// "t0042". The ids are in the order of the numbers, which have at most four digits.
std::string NumberedTestId(int number);

inline constexpr char kPendingReview[] = "PENDING_REVIEW";
inline constexpr char kReviewed[] = "REVIEWED";

Item PatientKey(const std::string& patient);
Item BookingKey(const std::string& patient, const std::string& booking);
Item TestKey(const Test& test);
Item ResultKey(const Test& test);
Item TestTypeKey(const std::string& type);

// The partition key and the sort key of a queued test in GSI3.
std::string ReviewQueue();
std::string QueueSortKey(const Test& test);

// The items as the store writes them.
Item PatientItem(const std::string& patient);
Item BookingItem(const std::string& patient, const std::string& booking);
// A test that waits for its review.
Item TestItem(const Test& test);
Item ResultItem(const Test& test, const std::string& doctor);
Item TestTypeItem(const std::string& type);

}  // namespace holdfast::conformance::medical_tests
