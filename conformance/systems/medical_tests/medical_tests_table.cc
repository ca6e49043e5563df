#include "conformance/systems/medical_tests/medical_tests_table.h"

namespace holdfast::conformance::medical_tests {

TableDefinition Table() {
  return {"medical-tests", R"("BillingMode":"PAY_PER_REQUEST",
      "AttributeDefinitions":[{"AttributeName":"PK","AttributeType":"S"},{"AttributeName":"SK","AttributeType":"S"},
        {"AttributeName":"GSI1PK","AttributeType":"S"},{"AttributeName":"GSI1SK","AttributeType":"S"},
        {"AttributeName":"GSI2PK","AttributeType":"S"},{"AttributeName":"GSI2SK","AttributeType":"S"},
        {"AttributeName":"GSI3PK","AttributeType":"S"},{"AttributeName":"GSI3SK","AttributeType":"S"}],
      "KeySchema":[{"AttributeName":"PK","KeyType":"HASH"},{"AttributeName":"SK","KeyType":"RANGE"}],
      "GlobalSecondaryIndexes":[
        {"IndexName":"GSI1","Projection":{"ProjectionType":"ALL"},
         "KeySchema":[{"AttributeName":"GSI1PK","KeyType":"HASH"},{"AttributeName":"GSI1SK","KeyType":"RANGE"}]},
        {"IndexName":"GSI2","Projection":{"ProjectionType":"ALL"},
         "KeySchema":[{"AttributeName":"GSI2PK","KeyType":"HASH"},{"AttributeName":"GSI2SK","KeyType":"RANGE"}]},
        {"IndexName":"GSI3","Projection":{"ProjectionType":"ALL"},
         "KeySchema":[{"AttributeName":"GSI3PK","KeyType":"HASH"},{"AttributeName":"GSI3SK","KeyType":"RANGE"}]}],
      "StreamSpecification":{"StreamEnabled":true,"StreamViewType":"NEW_AND_OLD_IMAGES"})",
          ""};
}

Item PatientKey(const std::string& patient) { return {{"PK", S("PATIENT#" + patient)}, {"SK", S("PROFILE")}}; }

Item BookingKey(const std::string& patient, const std::string& booking) {
  return {{"PK", S("PATIENT#" + patient)}, {"SK", S("BOOKING#" + booking)}};
}

Item TestKey(const Test& test) {
  return {{"PK", S("PATIENT#" + test.patient)}, {"SK", S("BOOKING#" + test.booking + "#TEST#" + test.id)}};
}

Item ResultKey(const Test& test) {
  return {{"PK", S("PATIENT#" + test.patient)}, {"SK", S("BOOKING#" + test.booking + "#TEST#" + test.id + "#RESULT")}};
}

Item TestTypeKey(const std::string& type) { return {{"PK", S("TESTTYPE#" + type)}, {"SK", S("METADATA")}}; }

std::string ReviewQueue() { return std::string("TESTSTATUS#") + kPendingReview; }

std::string QueueSortKey(const Test& test) {
  return "PATIENT#" + test.patient + "#BOOKING#" + test.booking + "#TEST#" + test.id;
}

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
