// DynamoDB's SerializationException for each type of JSON value in the place of each kind of value in a request, as the
// decoders of requests report it.
#include "server/json/type_mismatch.h"

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <string_view>

#include "server/json/operations/batches/batches_json.h"
#include "server/json/operations/items/items_json.h"
#include "server/json/operations/queries/queries_json.h"
#include "server/json/operations/transactions/transactions_json.h"
#include "tests/server/json/parsed.h"

namespace holdfast::server {
namespace {

constexpr std::string_view kOk = "<ok>";
constexpr std::string_view kStructure = "Start of structure or map found where not expected";
constexpr std::string_view kField = "Unexpected field type";
constexpr std::string_view kPayload = "Unexpected value type in payload";
constexpr std::string_view kBlob = "only base-64-encoded strings are convertible to bytes";
constexpr std::string_view kNested =
    "class sun.reflect.generics.reflectiveObjects.ParameterizedTypeImpl cannot be cast to class "
    "java.lang.Class "
    "(sun.reflect.generics.reflectiveObjects.ParameterizedTypeImpl and java.lang.Class are in module "
    "java.base of "
    "loader 'bootstrap')";

template <auto kDecode>
std::string DecodeMessage(const std::string& body) {
  const Parsed parsed(body);
  return Message(kDecode(parsed));
}

// A value in the body of a request, and the message for each type of JSON value in its place. `before` and `after` are
// the rest of the body.
struct TestCase {
  std::string_view name;
  std::function<std::string(const std::string& body)> decode;
  std::string before;
  std::string after;
  std::string if_true, if_false, if_integer, if_fraction, if_string, if_array, if_object;
};

std::string MapMessage(std::string_view type) {
  return "Unrecognized collection type java.util.Map<java.lang.String, " + std::string(type) + ">";
}
std::string Shape(std::string_view name) { return "com.amazonaws.dynamodb.v20120810." + std::string(name); }
std::string ClassMessage(std::string_view name) { return "Unrecognized collection type class " + Shape(name); }

TestCase Scalar(std::string_view type, std::string_view name, std::function<std::string(const std::string&)> decode,
                std::string before, std::string after) {
  const std::string to = " cannot be converted to " + std::string(type);
  TestCase test_case{name,
                     std::move(decode),
                     std::move(before),
                     std::move(after),
                     "TRUE_VALUE" + to,
                     "FALSE_VALUE" + to,
                     "NUMBER_VALUE" + to,
                     "DECIMAL_VALUE" + to,
                     "STRING_VALUE" + to,
                     "Unrecognized collection type class java.lang." + std::string(type),
                     std::string(kStructure)};
  if (type == "String") test_case.if_string = kOk;
  if (type == "Boolean") {
    test_case.if_true = test_case.if_false = kOk;
    test_case.if_string = "Unexpected token received from parser";
  }
  if (type == "Integer" || type == "Long") test_case.if_integer = test_case.if_fraction = kOk;
  return test_case;
}

TestCase NonScalar(std::string_view name, std::function<std::string(const std::string&)> decode, std::string before,
                   std::string after, std::string_view scalar, std::string_view array, std::string_view object) {
  const std::string s(scalar);
  return {name, std::move(decode),  std::move(before),  std::move(after), s, s, s, s,
          s,    std::string(array), std::string(object)};
}

const TestCase kTestCases[] = {
    Scalar("String", "a string", DecodeMessage<DecodePutItem>, R"({"TableName":)", "}"),
    Scalar("String", "an enum", DecodeMessage<DecodePutItem>, R"({"ReturnValues":)", "}"),
    Scalar("String", "an S", DecodeMessage<DecodePutItem>, R"({"Item":{"a":{"S":)", "}}}"),
    Scalar("String", "an N", DecodeMessage<DecodePutItem>, R"({"Item":{"a":{"N":)", "}}}"),
    Scalar("String", "a member of an SS", DecodeMessage<DecodePutItem>, R"({"Item":{"a":{"SS":[)", "]}}}"),
    Scalar("String", "a member of an NS", DecodeMessage<DecodePutItem>, R"({"Item":{"a":{"NS":["1",)", "]}}}"),
    Scalar("String", "an attribute to get", DecodeMessage<DecodeGetItem>, R"({"AttributesToGet":[)", "]}"),
    Scalar("String", "an expression attribute name", DecodeMessage<DecodeGetItem>,
           R"({"ExpressionAttributeNames":{"#a":)", "}}"),
    Scalar("Boolean", "a boolean", DecodeMessage<DecodeGetItem>, R"({"ConsistentRead":)", "}"),
    Scalar("Boolean", "a BOOL", DecodeMessage<DecodePutItem>, R"({"Item":{"a":{"BOOL":)", "}}}"),
    Scalar("Boolean", "a NULL", DecodeMessage<DecodePutItem>, R"({"Item":{"a":{"NULL":)", "}}}"),
    Scalar("Boolean", "Exists", DecodeMessage<DecodePutItem>, R"({"Expected":{"a":{"Exists":)", "}}}"),
    Scalar("Integer", "an integer", DecodeMessage<DecodeScan>, R"({"Limit":)", "}"),
    Scalar("Integer", "a segment", DecodeMessage<DecodeScan>, R"({"Segment":)", "}"),
    NonScalar("a blob", DecodeMessage<DecodePutItem>, R"({"Item":{"a":{"B":)", "}}}", kBlob,
              "Unrecognized collection type class java.nio.ByteBuffer", kStructure),
    NonScalar("a member of a BS", DecodeMessage<DecodePutItem>, R"({"Item":{"a":{"BS":[)", "]}}}", kBlob,
              "Unrecognized collection type class java.nio.ByteBuffer", kStructure),
    NonScalar("an SS", DecodeMessage<DecodePutItem>, R"({"Item":{"a":{"SS":)", "}}}", kField, kOk, kStructure),
    NonScalar("a BS", DecodeMessage<DecodePutItem>, R"({"Item":{"a":{"BS":)", "}}}", kField, kOk, kStructure),
    NonScalar("an L", DecodeMessage<DecodePutItem>, R"({"Item":{"a":{"L":)", "}}}", kField, kOk, kStructure),
    NonScalar("a list of strings", DecodeMessage<DecodeGetItem>, R"({"AttributesToGet":)", "}", kField, kOk,
              kStructure),
    NonScalar("a list of values", DecodeMessage<DecodeScan>, R"({"ScanFilter":{"a":{"AttributeValueList":)", "}}}",
              kField, kOk, kStructure),
    NonScalar("a list of structures", DecodeMessage<DecodeTransactGetItems>, R"({"TransactItems":)", "}", kField, kOk,
              kStructure),
    NonScalar("an M", DecodeMessage<DecodePutItem>, R"({"Item":{"a":{"M":)", "}}}", kField,
              MapMessage(Shape("AttributeValue")), kOk),
    NonScalar("Item", DecodeMessage<DecodePutItem>, R"({"Item":)", "}", kField, MapMessage(Shape("AttributeValue")),
              kOk),
    NonScalar("Key", DecodeMessage<DecodeDeleteItem>, R"({"Key":)", "}", kField, MapMessage(Shape("AttributeValue")),
              kOk),
    NonScalar("ExclusiveStartKey", DecodeMessage<DecodeQuery>, R"({"ExclusiveStartKey":)", "}", kField,
              MapMessage(Shape("AttributeValue")), kOk),
    NonScalar("ExpressionAttributeValues", DecodeMessage<DecodeUpdateItem>, R"({"ExpressionAttributeValues":)", "}",
              kField, MapMessage(Shape("AttributeValue")), kOk),
    NonScalar("ExpressionAttributeNames", DecodeMessage<DecodeUpdateItem>, R"({"ExpressionAttributeNames":)", "}",
              kField, MapMessage("java.lang.String"), kOk),
    NonScalar("Expected", DecodeMessage<DecodePutItem>, R"({"Expected":)", "}", kField,
              MapMessage(Shape("ExpectedAttributeValue")), kOk),
    NonScalar("AttributeUpdates", DecodeMessage<DecodeUpdateItem>, R"({"AttributeUpdates":)", "}", kField,
              MapMessage(Shape("AttributeValueUpdate")), kOk),
    NonScalar("KeyConditions", DecodeMessage<DecodeQuery>, R"({"KeyConditions":)", "}", kField,
              MapMessage(Shape("Condition")), kOk),
    NonScalar("BatchGetItem's RequestItems", DecodeMessage<DecodeBatchGetItem>, R"({"RequestItems":)", "}", kField,
              MapMessage(Shape("KeysAndAttributes")), kOk),
    NonScalar("BatchWriteItem's RequestItems", DecodeMessage<DecodeBatchWriteItem>, R"({"RequestItems":)", "}", kField,
              MapMessage("java.util.List<" + Shape("WriteRequest") + ">"), kOk),
    NonScalar("an attribute", DecodeMessage<DecodePutItem>, R"({"Item":{"a":)", "}}", kPayload,
              ClassMessage("AttributeValue"), kOk),
    NonScalar("an element of an L", DecodeMessage<DecodePutItem>, R"({"Item":{"a":{"L":[)", "]}}}", kPayload,
              ClassMessage("AttributeValue"), kOk),
    NonScalar("an expression attribute value", DecodeMessage<DecodeQuery>, R"({"ExpressionAttributeValues":{":a":)",
              "}}", kPayload, ClassMessage("AttributeValue"), kOk),
    NonScalar("an expectation", DecodeMessage<DecodePutItem>, R"({"Expected":{"a":)", "}}", kPayload,
              ClassMessage("ExpectedAttributeValue"), kOk),
    NonScalar("an update", DecodeMessage<DecodeUpdateItem>, R"({"AttributeUpdates":{"a":)", "}}", kPayload,
              ClassMessage("AttributeValueUpdate"), kOk),
    NonScalar("a condition", DecodeMessage<DecodeQuery>, R"({"QueryFilter":{"a":)", "}}", kPayload,
              ClassMessage("Condition"), kOk),
    NonScalar("a table's keys", DecodeMessage<DecodeBatchGetItem>, R"({"RequestItems":{"T":)", "}}", kPayload,
              ClassMessage("KeysAndAttributes"), kOk),
    NonScalar("a write request", DecodeMessage<DecodeBatchWriteItem>, R"({"RequestItems":{"T":[)", "]}}", kPayload,
              ClassMessage("WriteRequest"), kOk),
    NonScalar("an action", DecodeMessage<DecodeTransactWriteItems>, R"({"TransactItems":[)", "]}", kPayload,
              ClassMessage("TransactWriteItem"), kOk),
    NonScalar("an expected value", DecodeMessage<DecodePutItem>, R"({"Expected":{"a":{"Value":)", "}}}", kField,
              ClassMessage("AttributeValue"), kOk),
    NonScalar("a put request", DecodeMessage<DecodeBatchWriteItem>, R"({"RequestItems":{"T":[{"PutRequest":)", "}]}}",
              kField, ClassMessage("PutRequest"), kOk),
    NonScalar("a delete request", DecodeMessage<DecodeBatchWriteItem>, R"({"RequestItems":{"T":[{"DeleteRequest":)",
              "}]}}", kField, ClassMessage("DeleteRequest"), kOk),
    NonScalar("a Put", DecodeMessage<DecodeTransactWriteItems>, R"({"TransactItems":[{"Put":)", "}]}", kField,
              ClassMessage("Put"), kOk),
    NonScalar("an Update", DecodeMessage<DecodeTransactWriteItems>, R"({"TransactItems":[{"Update":)", "}]}", kField,
              ClassMessage("Update"), kOk),
    NonScalar("a Delete", DecodeMessage<DecodeTransactWriteItems>, R"({"TransactItems":[{"Delete":)", "}]}", kField,
              ClassMessage("Delete"), kOk),
    NonScalar("a ConditionCheck", DecodeMessage<DecodeTransactWriteItems>, R"({"TransactItems":[{"ConditionCheck":)",
              "}]}", kField, ClassMessage("ConditionCheck"), kOk),
    NonScalar("a Get", DecodeMessage<DecodeTransactGetItems>, R"({"TransactItems":[{"Get":)", "}]}", kField,
              ClassMessage("Get"), kOk),
    NonScalar("a table's write requests", DecodeMessage<DecodeBatchWriteItem>, R"({"RequestItems":{"T":)", "}}",
              kNested, kOk, kStructure),
    NonScalar("a key of BatchGetItem", DecodeMessage<DecodeBatchGetItem>, R"({"RequestItems":{"T":{"Keys":[)", "]}}}",
              kNested, MapMessage(Shape("AttributeValue")), kOk),
};

TEST(TypeMismatch, HasTheMessageOfDynamoDB) {
  for (const TestCase& test_case : kTestCases) {
    const auto expect = [&](std::string_view value, const std::string& message) {
      EXPECT_EQ(test_case.decode(test_case.before + std::string(value) + test_case.after), message)
          << value << " as " << test_case.name;
    };
    expect("true", test_case.if_true);
    expect("false", test_case.if_false);
    expect("23", test_case.if_integer);
    expect("-14.6", test_case.if_fraction);
    // The string is not base64, because of the colon, although its length is a multiple of four.
    if (test_case.if_string == kBlob) {
      expect(R"("a:cd")", "Invalid last non-pad Base64 character dectected");
    } else {
      expect(R"("a:cd")", test_case.if_string);
    }
    expect("[]", test_case.if_array);
    expect("{}", test_case.if_object);
  }
}

TEST(TypeMismatch, ANullIsNotAMismatch) {
  for (const TestCase& test_case : kTestCases) {
    // A null among strings is refused; DynamoDB's message for it is not known.
    const bool among_strings = test_case.name == "a member of an SS" || test_case.name == "a member of an NS" ||
                               test_case.name == "a member of a BS" || test_case.name == "an attribute to get" ||
                               test_case.name == "an expression attribute name";
    EXPECT_EQ(test_case.decode(test_case.before + "null" + test_case.after), among_strings ? "<none>" : "<ok>")
        << test_case.name;
  }
}

TEST(TypeMismatch, DistinguishesIntegersOfAnySizeFromFractions) {
  for (const std::string number :
       {"0", "-1", "4294967296", "18446744073709551615", "1000000000000000000000000000000"}) {
    EXPECT_EQ(DecodeMessage<DecodePutItem>(R"({"TableName":)" + number + "}"),
              "NUMBER_VALUE cannot be converted to String");
  }
  for (const std::string number : {"0.0", "1e2", "-1.5"}) {
    EXPECT_EQ(DecodeMessage<DecodePutItem>(R"({"TableName":)" + number + "}"),
              "DECIMAL_VALUE cannot be converted to String");
  }
}

TEST(TypeMismatch, IsReportedForMapsBeforeScalars) {
  EXPECT_EQ(DecodeMessage<DecodePutItem>(R"({"TableName":1,"Item":{"a":{"S":2.5}}})"),
            "DECIMAL_VALUE cannot be converted to String");
  EXPECT_EQ(DecodeMessage<DecodePutItem>(R"({"ReturnValues":true,"TableName":false})"),
            "FALSE_VALUE cannot be converted to String");
}

TEST(TypeMismatch, IsFoundAfterAnyNumberOfElements) {
  std::string body = R"({"TransactItems":[{})";
  for (int i = 0; i < 5'000; ++i) body += ",{}";
  EXPECT_EQ(DecodeMessage<DecodeTransactWriteItems>(body + ",7]}"), kPayload);
}

TEST(TypeMismatch, OfTheWholeBodyHasNoMessage) {
  for (const std::string body : {"null", "[]", "\"x\"", "1", "true"}) {
    EXPECT_EQ(DecodeMessage<DecodePutItem>(body), "<none>") << body;
    EXPECT_EQ(DecodeMessage<DecodeBatchGetItem>(body), "<none>") << body;
  }
}

}  // namespace
}  // namespace holdfast::server
