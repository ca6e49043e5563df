#include "conformance/systems/medical_tests/medical_tests_table.h"

namespace holdfast::conformance::medical_tests {
namespace {

std::string TestSortKey(const Test& test) { return "BOOKING#" + test.booking + "#TEST#" + test.id; }

}  // namespace

TableDefinition Table() {
  return StringKeyedTable(
      "medical-tests", {"PK", "SK"},
      {{"GSI1", {"GSI1PK", "GSI1SK"}}, {"GSI2", {"GSI2PK", "GSI2SK"}}, {"GSI3", {"GSI3PK", "GSI3SK"}}});
}

std::string NumberedTestId(int number) { return "t" + std::to_string(10'000 + number).substr(1); }

Item PatientKey(const std::string& patient) { return {{"PK", S("PATIENT#" + patient)}, {"SK", S("PROFILE")}}; }

Item BookingKey(const std::string& patient, const std::string& booking) {
  return {{"PK", S("PATIENT#" + patient)}, {"SK", S("BOOKING#" + booking)}};
}

Item TestKey(const Test& test) { return {{"PK", S("PATIENT#" + test.patient)}, {"SK", S(TestSortKey(test))}}; }

Item ResultKey(const Test& test) {
  return {{"PK", S("PATIENT#" + test.patient)}, {"SK", S(TestSortKey(test) + "#RESULT")}};
}

Item TestTypeKey(const std::string& type) { return {{"PK", S("TESTTYPE#" + type)}, {"SK", S("METADATA")}}; }

std::string ReviewQueue() { return std::string("TESTSTATUS#") + kPendingReview; }

std::string QueueSortKey(const Test& test) { return "PATIENT#" + test.patient + "#" + TestSortKey(test); }

Item PatientItem(const std::string& patient) {
  Item item = PatientKey(patient);
  item.insert({{"entity", S("Patient")}, {"name", S(patient)}, {"bornOn", S("1986-04-26")}});
  return item;
}

Item BookingItem(const std::string& patient, const std::string& booking) {
  Item item = BookingKey(patient, booking);
  item.insert({{"entity", S("Booking")}, {"clinic", S("North")}, {"bookedFor", S("2026-11-02T08:15:00Z")}});
  return item;
}

Item TestItem(const Test& test) {
  Item item = TestKey(test);
  item.insert({{"entity", S("Test")},
               {"type", S(test.type)},
               {"status", S(kPendingReview)},
               {"GSI1PK", S("BOOKING#" + test.booking)},
               {"GSI1SK", S("TEST#" + test.id)},
               {"GSI2PK", S("TESTTYPE#" + test.type)},
               {"GSI2SK", S("TEST#" + test.id)},
               {"GSI3PK", S(ReviewQueue())},
               {"GSI3SK", S(QueueSortKey(test))}});
  return item;
}

Item ResultItem(const Test& test, const std::string& doctor) {
  Item item = ResultKey(test);
  item.insert({{"entity", S("Result")},
               {"reviewedBy", S(doctor)},
               {"values", M({{"hemoglobin", N("13.8")}, {"platelets", N(251)}})},
               {"remark", S("unremarkable")}});
  return item;
}

Item TestTypeItem(const std::string& type) {
  Item item = TestTypeKey(type);
  item.insert({{"entity", S("TestType")},
               {"name", S(type)},
               {"reference", M({{"hemoglobin", M({{"low", N("11.9")}, {"high", N("15.5")}, {"unit", S("g/dL")}})}})}});
  return item;
}

}  // namespace holdfast::conformance::medical_tests
