// Every cell of the reference's table of SerializationExceptions (wire-and-tables.md §1.9), through the
// readers.
#include "server/json/type_mismatch.h"

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <string_view>

#include "server/json/operations/batch_get_item_json.h"
#include "server/json/operations/batch_write_item_json.h"
#include "server/json/operations/delete_item_json.h"
#include "server/json/operations/get_item_json.h"
#include "server/json/operations/put_item_json.h"
#include "server/json/operations/query_json.h"
#include "server/json/operations/scan_json.h"
#include "server/json/operations/transact_get_items_json.h"
#include "server/json/operations/transact_write_items_json.h"
#include "server/json/operations/update_item_json.h"
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
std::string Answer(const std::string& body) {
  const Parsed parsed(body);
  return Message(kDecode(parsed));
}

// A place in a request, and the answers to each type of JSON value there.
struct Place {
  std::string_view name;
  std::function<std::string(const std::string& body)> decode;
  std::string before;
  std::string after;
  std::string if_true, if_false, if_integer, if_fraction, if_string, if_array, if_object;
};

std::string MapOf(std::string_view type) {
  return "Unrecognized collection type java.util.Map<java.lang.String, " + std::string(type) + ">";
}
std::string Shape(std::string_view name) { return "com.amazonaws.dynamodb.v20120810." + std::string(name); }
std::string ClassOf(std::string_view name) { return "Unrecognized collection type class " + Shape(name); }

Place Scalar(std::string_view type, std::string_view name, std::function<std::string(const std::string&)> decode,
             std::string before, std::string after) {
  const std::string to = " cannot be converted to " + std::string(type);
  Place place{name,
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
  if (type == "String") place.if_string = kOk;
  if (type == "Boolean") {
    place.if_true = place.if_false = kOk;
    place.if_string = "Unexpected token received from parser";
  }
  if (type == "Integer" || type == "Long") place.if_integer = place.if_fraction = kOk;
  return place;
}

Place Other(std::string_view name, std::function<std::string(const std::string&)> decode, std::string before,
            std::string after, std::string_view scalar, std::string_view array, std::string_view object) {
  const std::string s(scalar);
  return {name, std::move(decode),  std::move(before),  std::move(after), s, s, s, s,
          s,    std::string(array), std::string(object)};
}

const Place kPlaces[] = {
    Scalar("String", "a string", Answer<DecodePutItem>, R"({"TableName":)", "}"),
    Scalar("String", "an enum", Answer<DecodePutItem>, R"({"ReturnValues":)", "}"),
    Scalar("String", "an S", Answer<DecodePutItem>, R"({"Item":{"a":{"S":)", "}}}"),
    Scalar("String", "an N", Answer<DecodePutItem>, R"({"Item":{"a":{"N":)", "}}}"),
    Scalar("String", "a member of an SS", Answer<DecodePutItem>, R"({"Item":{"a":{"SS":[)", "]}}}"),
    Scalar("String", "a member of an NS", Answer<DecodePutItem>, R"({"Item":{"a":{"NS":["1",)", "]}}}"),
    Scalar("String", "an attribute to get", Answer<DecodeGetItem>, R"({"AttributesToGet":[)", "]}"),
    Scalar("String", "an expression attribute name", Answer<DecodeGetItem>, R"({"ExpressionAttributeNames":{"#a":)",
           "}}"),
    Scalar("Boolean", "a boolean", Answer<DecodeGetItem>, R"({"ConsistentRead":)", "}"),
    Scalar("Boolean", "a BOOL", Answer<DecodePutItem>, R"({"Item":{"a":{"BOOL":)", "}}}"),
    Scalar("Boolean", "a NULL", Answer<DecodePutItem>, R"({"Item":{"a":{"NULL":)", "}}}"),
    Scalar("Boolean", "Exists", Answer<DecodePutItem>, R"({"Expected":{"a":{"Exists":)", "}}}"),
    Scalar("Integer", "an integer", Answer<DecodeScan>, R"({"Limit":)", "}"),
    Scalar("Integer", "a segment", Answer<DecodeScan>, R"({"Segment":)", "}"),
    Other("a blob", Answer<DecodePutItem>, R"({"Item":{"a":{"B":)", "}}}", kBlob,
          "Unrecognized collection type class java.nio.ByteBuffer", kStructure),
    Other("a member of a BS", Answer<DecodePutItem>, R"({"Item":{"a":{"BS":[)", "]}}}", kBlob,
          "Unrecognized collection type class java.nio.ByteBuffer", kStructure),
    Other("an SS", Answer<DecodePutItem>, R"({"Item":{"a":{"SS":)", "}}}", kField, kOk, kStructure),
    Other("a BS", Answer<DecodePutItem>, R"({"Item":{"a":{"BS":)", "}}}", kField, kOk, kStructure),
    Other("an L", Answer<DecodePutItem>, R"({"Item":{"a":{"L":)", "}}}", kField, kOk, kStructure),
    Other("a list of strings", Answer<DecodeGetItem>, R"({"AttributesToGet":)", "}", kField, kOk, kStructure),
    Other("a list of values", Answer<DecodeScan>, R"({"ScanFilter":{"a":{"AttributeValueList":)", "}}}", kField, kOk,
          kStructure),
    Other("a list of structures", Answer<DecodeTransactGetItems>, R"({"TransactItems":)", "}", kField, kOk, kStructure),
    Other("an M", Answer<DecodePutItem>, R"({"Item":{"a":{"M":)", "}}}", kField, MapOf(Shape("AttributeValue")), kOk),
    Other("Item", Answer<DecodePutItem>, R"({"Item":)", "}", kField, MapOf(Shape("AttributeValue")), kOk),
    Other("Key", Answer<DecodeDeleteItem>, R"({"Key":)", "}", kField, MapOf(Shape("AttributeValue")), kOk),
    Other("ExclusiveStartKey", Answer<DecodeQuery>, R"({"ExclusiveStartKey":)", "}", kField,
          MapOf(Shape("AttributeValue")), kOk),
    Other("ExpressionAttributeValues", Answer<DecodeUpdateItem>, R"({"ExpressionAttributeValues":)", "}", kField,
          MapOf(Shape("AttributeValue")), kOk),
    Other("ExpressionAttributeNames", Answer<DecodeUpdateItem>, R"({"ExpressionAttributeNames":)", "}", kField,
          MapOf("java.lang.String"), kOk),
    Other("Expected", Answer<DecodePutItem>, R"({"Expected":)", "}", kField, MapOf(Shape("ExpectedAttributeValue")),
          kOk),
    Other("AttributeUpdates", Answer<DecodeUpdateItem>, R"({"AttributeUpdates":)", "}", kField,
          MapOf(Shape("AttributeValueUpdate")), kOk),
    Other("KeyConditions", Answer<DecodeQuery>, R"({"KeyConditions":)", "}", kField, MapOf(Shape("Condition")), kOk),
    Other("BatchGetItem's RequestItems", Answer<DecodeBatchGetItem>, R"({"RequestItems":)", "}", kField,
          MapOf(Shape("KeysAndAttributes")), kOk),
    Other("BatchWriteItem's RequestItems", Answer<DecodeBatchWriteItem>, R"({"RequestItems":)", "}", kField,
          MapOf("java.util.List<" + Shape("WriteRequest") + ">"), kOk),
    Other("an attribute", Answer<DecodePutItem>, R"({"Item":{"a":)", "}}", kPayload, ClassOf("AttributeValue"), kOk),
    Other("an element of an L", Answer<DecodePutItem>, R"({"Item":{"a":{"L":[)", "]}}}", kPayload,
          ClassOf("AttributeValue"), kOk),
    Other("an expression attribute value", Answer<DecodeQuery>, R"({"ExpressionAttributeValues":{":a":)", "}}",
          kPayload, ClassOf("AttributeValue"), kOk),
    Other("an expectation", Answer<DecodePutItem>, R"({"Expected":{"a":)", "}}", kPayload,
          ClassOf("ExpectedAttributeValue"), kOk),
    Other("an update", Answer<DecodeUpdateItem>, R"({"AttributeUpdates":{"a":)", "}}", kPayload,
          ClassOf("AttributeValueUpdate"), kOk),
    Other("a condition", Answer<DecodeQuery>, R"({"QueryFilter":{"a":)", "}}", kPayload, ClassOf("Condition"), kOk),
    Other("a table's keys", Answer<DecodeBatchGetItem>, R"({"RequestItems":{"T":)", "}}", kPayload,
          ClassOf("KeysAndAttributes"), kOk),
    Other("a write request", Answer<DecodeBatchWriteItem>, R"({"RequestItems":{"T":[)", "]}}", kPayload,
          ClassOf("WriteRequest"), kOk),
    Other("an action", Answer<DecodeTransactWriteItems>, R"({"TransactItems":[)", "]}", kPayload,
          ClassOf("TransactWriteItem"), kOk),
    Other("an expected value", Answer<DecodePutItem>, R"({"Expected":{"a":{"Value":)", "}}}", kField,
          ClassOf("AttributeValue"), kOk),
    Other("a put request", Answer<DecodeBatchWriteItem>, R"({"RequestItems":{"T":[{"PutRequest":)", "}]}}", kField,
          ClassOf("PutRequest"), kOk),
    Other("a delete request", Answer<DecodeBatchWriteItem>, R"({"RequestItems":{"T":[{"DeleteRequest":)", "}]}}",
          kField, ClassOf("DeleteRequest"), kOk),
    Other("a Put", Answer<DecodeTransactWriteItems>, R"({"TransactItems":[{"Put":)", "}]}", kField, ClassOf("Put"),
          kOk),
    Other("an Update", Answer<DecodeTransactWriteItems>, R"({"TransactItems":[{"Update":)", "}]}", kField,
          ClassOf("Update"), kOk),
    Other("a Delete", Answer<DecodeTransactWriteItems>, R"({"TransactItems":[{"Delete":)", "}]}", kField,
          ClassOf("Delete"), kOk),
    Other("a ConditionCheck", Answer<DecodeTransactWriteItems>, R"({"TransactItems":[{"ConditionCheck":)", "}]}",
          kField, ClassOf("ConditionCheck"), kOk),
    Other("a Get", Answer<DecodeTransactGetItems>, R"({"TransactItems":[{"Get":)", "}]}", kField, ClassOf("Get"), kOk),
    Other("a table's write requests", Answer<DecodeBatchWriteItem>, R"({"RequestItems":{"T":)", "}}", kNested, kOk,
          kStructure),
    Other("a key of BatchGetItem", Answer<DecodeBatchGetItem>, R"({"RequestItems":{"T":{"Keys":[)", "]}}}", kNested,
          MapOf(Shape("AttributeValue")), kOk),
};

TEST(TypeMismatch, IsAnsweredInDynamoDBsWords) {
  for (const Place& place : kPlaces) {
    const auto expect = [&](std::string_view value, const std::string& answer) {
      EXPECT_EQ(place.decode(place.before + std::string(value) + place.after), answer) << value << " as " << place.name;
    };
    expect("true", place.if_true);
    expect("false", place.if_false);
    expect("23", place.if_integer);
    expect("-14.6", place.if_fraction);
    // Not base64, because of the colon; its length is a multiple of four.
    if (place.if_string == kBlob) {
      expect(R"("a:cd")", "Invalid last non-pad Base64 character dectected");
    } else {
      expect(R"("a:cd")", place.if_string);
    }
    expect("[]", place.if_array);
    expect("{}", place.if_object);
  }
}

TEST(TypeMismatch, OfANullIsNone) {
  for (const Place& place : kPlaces) {
    // Among strings a null is refused; DynamoDB's words for it are not known.
    const bool among_strings = place.name == "a member of an SS" || place.name == "a member of an NS" ||
                               place.name == "a member of a BS" || place.name == "an attribute to get" ||
                               place.name == "an expression attribute name";
    EXPECT_EQ(place.decode(place.before + "null" + place.after), among_strings ? "<none>" : "<ok>") << place.name;
  }
}

TEST(TypeMismatch, TellsIntegersOfAnySizeFromFractions) {
  for (const std::string number :
       {"0", "-1", "4294967296", "18446744073709551615", "1000000000000000000000000000000"}) {
    EXPECT_EQ(Answer<DecodePutItem>(R"({"TableName":)" + number + "}"), "NUMBER_VALUE cannot be converted to String");
  }
  for (const std::string number : {"0.0", "1e2", "-1.5"}) {
    EXPECT_EQ(Answer<DecodePutItem>(R"({"TableName":)" + number + "}"), "DECIMAL_VALUE cannot be converted to String");
  }
}

TEST(TypeMismatch, OfAMapIsReportedBeforeThatOfAScalar) {
  EXPECT_EQ(Answer<DecodePutItem>(R"({"TableName":1,"Item":{"a":{"S":2.5}}})"),
            "DECIMAL_VALUE cannot be converted to String");
  EXPECT_EQ(Answer<DecodePutItem>(R"({"ReturnValues":true,"TableName":false})"),
            "FALSE_VALUE cannot be converted to String");
}

TEST(TypeMismatch, IsFoundHoweverManyElementsCameBefore) {
  std::string body = R"({"TransactItems":[{})";
  for (int i = 0; i < 5'000; ++i) body += ",{}";
  EXPECT_EQ(Answer<DecodeTransactWriteItems>(body + ",7]}"), kPayload);
}

TEST(TypeMismatch, OfAWholeBodyHasNoMessage) {
  for (const std::string body : {"null", "[]", "\"x\"", "1", "true"}) {
    EXPECT_EQ(Answer<DecodePutItem>(body), "<none>") << body;
    EXPECT_EQ(Answer<DecodeBatchGetItem>(body), "<none>") << body;
  }
}

}  // namespace
}  // namespace holdfast::server
