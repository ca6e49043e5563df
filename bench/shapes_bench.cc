// Does the time of a request grow faster than n log n with the number of its elements, for any shape of request?
//
//   shapes_bench SERVER [FLAG OF THE SERVER]... [-- NAME...]
//
// Each shape is sent with 10,000, 40,000 and 160,000 elements, unless the body exceeds 16 MiB. The server refuses most
// of these requests; the question is how fast it does so. The figure is the processor time of the server, the least of
// three repetitions. From the second-largest size to the largest it may grow eightfold: n log n grows less than five
// times, n² sixteen times. The step before may grow sixteenfold, because 10,000 elements fit into a processor's caches,
// and 40,000 may not.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <exception>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bench/process/server_arguments.h"
#include "bench/stall/workbench.h"
#include "conformance/command_line/setters.h"

namespace {

namespace bench = holdfast::bench;
using Seconds = std::chrono::duration<double>;

constexpr int kSizes[] = {10'000, 40'000, 160'000};
constexpr int kRepetitions = 3;
constexpr size_t kBodyBytesMax = 16u << 20;
constexpr double kGrowthMax = 8;
constexpr double kEarlierGrowthMax = 16;
// Shorter times are noise.
constexpr Seconds kNoise{0.02};
constexpr Seconds kTooLong{3};
constexpr std::chrono::milliseconds kRestInterval(2);
constexpr Seconds kRestMax{0.0001};

struct Shape {
  std::string_view name;
  std::string_view operation;
  std::function<std::string(int n)> body;
};

std::string Number(int i) { return std::to_string(i); }

// Returns `before`, n elements with commas between them, and `after`. Each $ in `element` is replaced by the element's
// number: 1000000, 1000001, ..., or if `reversed`, descending to 1000001.
std::string JoinElements(std::string_view before, int n, std::string_view element, std::string_view after,
                         bool reversed = false) {
  std::string text(before);
  for (int i = 0; i < n; ++i) {
    if (i > 0) text += ',';
    const std::string number = Number(1'000'000 + (reversed ? n - i : i));
    for (const char c : element) {
      if (c == '$') {
        text += number;
      } else {
        text += c;
      }
    }
  }
  return text.append(after);
}

constexpr std::string_view kTable = R"("TableName":"Shapes")";
constexpr std::string_view kKey = R"("TableName":"Shapes","Key":{"pk":{"S":"a"}})";

// BodyOf returns the function that makes the body with n elements. The body of WithTable begins with a table name, that
// of WithKey with a table name and a key.
std::function<std::string(int)> BodyOf(std::string before, std::string element, std::string after,
                                       bool reversed = false) {
  return [=](int n) { return JoinElements("{" + before, n, element, after + "}", reversed); };
}

std::function<std::string(int)> WithTable(const std::string& members, std::string element, std::string after,
                                          bool reversed = false) {
  return BodyOf(std::string(kTable) + members, std::move(element), std::move(after), reversed);
}

std::function<std::string(int)> WithKey(const std::string& members, std::string element, std::string after) {
  return BodyOf(std::string(kKey) + members, std::move(element), std::move(after));
}

std::vector<Shape> AllShapes() {
  const auto item = [](const std::string& members) { return R"(,"Item":{"pk":{"S":"a"},)" + members; };
  return {
      {"string set, duplicate last", "PutItem", WithTable(item(R"("v":{"SS":[)"), R"("$")", R"(,"1000000"]}})")},
      {"number set, duplicate last", "PutItem", WithTable(item(R"("v":{"NS":[)"), R"("$")", R"(,"1000000"]}})")},
      {"binary set, duplicate last", "PutItem", WithTable(item(R"("v":{"BS":[)"), R"("0$")", R"(,"01000000"]}})")},
      {"set in a value", "UpdateItem",
       WithKey(R"(,"UpdateExpression":"SET v=:v","ExpressionAttributeValues":{":v":{"SS":[)", R"("$")",
               R"(,"1000000"]}})")},
      {"set in Expected", "PutItem",
       WithTable(R"(,"Item":{"pk":{"S":"a"}},"Expected":{"v":{"Value":{"SS":[)", R"("$")", R"(,"1000000"]}}})")},
      {"set in a transaction", "TransactWriteItems",
       BodyOf(R"("TransactItems":[{"Put":{"TableName":"Shapes","Item":{"pk":{"S":"a"},"v":{"SS":[)", R"("$")",
              R"(,"1000000"]}}}}])")},
      {"map in descending order", "PutItem", WithTable(item(R"("m":{"M":{)"), R"("$":{"N":"1"})", "}}}", true)},
      {"item in descending order", "PutItem", WithTable(item(""), R"("$":{"N":"1"})", "}", true)},
      {"one attribute again and again", "PutItem", WithTable(item(""), R"("x":{"N":"1"})", "}")},
      {"list of two types", "PutItem", WithTable(item(R"("l":{"L":[)"), R"({"S":"a","N":"1"})", "]}}")},
      {"bad numbers", "PutItem", WithTable(item(R"("l":{"NS":[)"), R"("x")", "]}}")},
      {"AttributesToGet", "GetItem", WithKey(R"(,"AttributesToGet":[)", R"("a$")", "]")},
      {"AttributesToGet, duplicate last", "GetItem", WithKey(R"(,"AttributesToGet":[)", R"("a$")", R"(,"a1000000"])")},
      {"AttributesToGet of Scan", "Scan", WithTable(R"(,"AttributesToGet":[)", R"("a$")", "]")},
      {"Expected", "PutItem", WithTable(R"(,"Item":{"pk":{"S":"a"}},"Expected":{)", R"("a$":{"Exists":false})", "}")},
      {"Expected, IN", "PutItem",
       WithTable(R"(,"Item":{"pk":{"S":"a"}},"Expected":{"v":{"ComparisonOperator":"IN","AttributeValueList":[)",
                 R"({"S":"$"})", "]}}")},
      {"ScanFilter", "Scan", WithTable(R"(,"ScanFilter":{)", R"("a$":{"ComparisonOperator":"NULL"})", "}")},
      {"ScanFilter, IN", "Scan",
       WithTable(R"(,"ScanFilter":{"v":{"ComparisonOperator":"IN","AttributeValueList":[)", R"({"S":"$"})", "]}}")},
      {"KeyConditions", "Query",
       WithTable(R"(,"KeyConditions":{)", R"("a$":{"ComparisonOperator":"EQ","AttributeValueList":[{"S":"x"}]})", "}")},
      {"QueryFilter", "Query",
       WithTable(
           R"(,"KeyConditions":{"pk":{"ComparisonOperator":"EQ","AttributeValueList":[{"S":"x"}]}},"QueryFilter":{)",
           R"("a$":{"ComparisonOperator":"NULL"})", "}")},
      {"AttributeUpdates", "UpdateItem",
       WithKey(R"(,"AttributeUpdates":{)", R"("a$":{"Action":"PUT","Value":{"N":"1"}})", "}")},
      {"AttributeUpdates, ADD", "UpdateItem",
       WithKey(R"(,"AttributeUpdates":{)", R"("a$":{"Action":"ADD","Value":{"N":"1"}})", "}")},
      {"AttributeUpdates, DELETE", "UpdateItem",
       WithKey(R"(,"AttributeUpdates":{)", R"("a$":{"Action":"DELETE"})", "}")},
      {"names, unused", "GetItem",
       WithKey(R"(,"ProjectionExpression":"a","ExpressionAttributeNames":{)", R"("#a$":"x$")", "}")},
      {"values, unused", "UpdateItem",
       WithKey(R"(,"UpdateExpression":"SET v=:v","ExpressionAttributeValues":{)", R"(":a$":{"S":"x"})", "}")},
      {"key of many attributes", "GetItem", WithTable(R"(,"Key":{)", R"("a$":{"S":"x"})", "}")},
      {"ExclusiveStartKey", "Scan", WithTable(R"(,"ExclusiveStartKey":{)", R"("a$":{"S":"x"})", "}")},
      {"keys of a batch", "BatchGetItem",
       BodyOf(R"("RequestItems":{"Shapes":{"Keys":[)", R"({"pk":{"S":"$"}})", "]}}")},
      {"tables of a batch", "BatchGetItem", BodyOf(R"("RequestItems":{)", R"("t$":{"Keys":[{"pk":{"S":"1"}}]})", "}")},
      {"writes of a batch", "BatchWriteItem",
       BodyOf(R"("RequestItems":{"Shapes":[)", R"({"PutRequest":{"Item":{"pk":{"S":"$"}}}})", "]}")},
      {"actions of a transaction", "TransactWriteItems",
       BodyOf(R"("TransactItems":[)", R"({"Put":{"TableName":"Shapes","Item":{"pk":{"S":"$"}}}})", "]")},
      {"reads of a transaction", "TransactGetItems",
       BodyOf(R"("TransactItems":[)", R"({"Get":{"TableName":"Shapes","Key":{"pk":{"S":"$"}}}})", "]")},
      {"invalid reads of a transaction", "TransactGetItems",
       BodyOf(R"("TransactItems":[)", R"({"Get":{"TableName":"!"}})", "]")},
      {"AttributeDefinitions", "CreateTable",
       BodyOf(
           R"("TableName":"New","BillingMode":"PAY_PER_REQUEST","KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}],)"
           R"("AttributeDefinitions":[)",
           R"({"AttributeName":"a$","AttributeType":"S"})", "]")},
      {"KeySchema", "CreateTable",
       BodyOf(R"("TableName":"New","BillingMode":"PAY_PER_REQUEST","AttributeDefinitions":[],"KeySchema":[)",
              R"({"AttributeName":"a$","KeyType":"HASH"})", "]")},
      {"new indexes", "CreateTable",
       BodyOf(
           R"("TableName":"New","BillingMode":"PAY_PER_REQUEST","KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}],)"
           R"("AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"}],"GlobalSecondaryIndexes":[)",
           R"({"IndexName":"i$","KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}],)"
           R"("Projection":{"ProjectionType":"ALL"}})",
           "]")},
      {"NonKeyAttributes", "CreateTable",
       BodyOf(
           R"("TableName":"New","BillingMode":"PAY_PER_REQUEST","KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}],)"
           R"("AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"}],"GlobalSecondaryIndexes":[{)"
           R"("IndexName":"ind","KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}],"Projection":{)"
           R"("ProjectionType":"INCLUDE","NonKeyAttributes":[)",
           R"("a$")", "]}}]")},
      {"deleted indexes", "UpdateTable",
       WithTable(R"(,"GlobalSecondaryIndexUpdates":[)", R"({"Delete":{"IndexName":"i$"}})", "]")},
      {"tags", "TagResource",
       BodyOf(R"("ResourceArn":"arn:aws:dynamodb:us-east-1:000000000000:table/Shapes","Tags":[)",
              R"({"Key":"$","Value":"v"})", "]")},
      {"removed tags", "UntagResource",
       BodyOf(R"("ResourceArn":"arn:aws:dynamodb:us-east-1:000000000000:table/Shapes","TagKeys":[)", R"("$")", "]")},
      {"a long TableName", "GetItem",
       [](int n) {
         return R"({"Key":{"pk":{"S":"a"}},"TableName":")" + std::string(static_cast<size_t>(n) * 10, 'x') + "\"}";
       }},
      {"lists in lists", "PutItem",
       [](int n) {
         const auto depth = static_cast<size_t>(n);
         return R"({"TableName":"Shapes","Item":{"pk":{"S":"a"},"l":)" + std::string(depth, '[') +
                std::string(depth, ']') + "}}";
       }},
      {"a condition of many bytes", "PutItem",
       [](int n) {
         std::string condition;
         for (int i = 0; i < n; ++i) condition += "a = b OR ";
         return R"({"TableName":"Shapes","Item":{"pk":{"S":"a"}},"ConditionExpression":")" + condition + "a = b\"}";
       }},
  };
}

// Returns nothing if the body would be too large.
std::optional<Seconds> TimeOf(bench::Workbench& bench, const Shape& shape, int n) {
  const std::string body = shape.body(n);
  if (body.size() >= kBodyBytesMax) return std::nullopt;
  std::optional<Seconds> least;
  for (int i = 0; i < kRepetitions; ++i) {
    const Seconds before = bench.server().AwaitRest(kRestInterval, kRestMax);
    const bench::PlainResponse response = bench.Call(shape.operation, body);
    if (response.status == 0) throw std::runtime_error("the server hung up");
    // The server frees the memory of a large request after the response, on other threads.
    const Seconds spent = bench.server().AwaitRest(kRestInterval, kRestMax) - before;
    least = least.has_value() ? std::min(*least, spent) : spent;
    // One run suffices to see that this is too long.
    if (spent > kTooLong) break;
  }
  return least;
}

// Returns false if the time grows too fast.
bool Measure(bench::Workbench& bench, const Shape& shape) {
  std::printf("%-34s", std::string(shape.name).c_str());
  std::optional<Seconds> before;
  double last_growth = 0;
  bool fine = true;
  for (const int n : kSizes) {
    const std::optional<Seconds> time = TimeOf(bench, shape, n);
    if (!time.has_value()) break;
    // The step to the previous size was not the last one.
    fine = fine && last_growth <= kEarlierGrowthMax;
    last_growth = before.has_value() && *time > kNoise ? *time / std::max(*before, kNoise / 8) : 0;
    std::printf(" %10.2f", time->count() * 1e3);
    std::fflush(stdout);
    before = time;
    // The next size would take minutes.
    if (*time > kTooLong) {
      fine = false;
      break;
    }
  }
  fine = fine && last_growth <= kGrowthMax;
  std::printf("%s\n", fine ? "" : "  GROWS TOO FAST");
  std::fflush(stdout);
  return fine;
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::string> server;
  std::vector<std::string> only;
  const holdfast::command_line::Program program = {
      .title = "shapes_bench SERVER [FLAG OF THE SERVER]... [-- NAME...]: does any shape of a request take too long?",
      .flags = {},
      .apply_operand = holdfast::command_line::AddWords(&only)};
  if (const auto status = bench::ParseServerArguments(program, argc, argv, &server)) return *status;
  bool fine = true;
  try {
    bench::Workbench bench(server, {});
    bench.CreateTable("Shapes");
    std::printf("%-34s %10s %10s %10s  milliseconds of the server's processor time\n", "elements", "10,000", "40,000",
                "160,000");
    for (const Shape& shape : AllShapes()) {
      const auto asked = [&](const std::string& name) { return shape.name.find(name) != std::string_view::npos; };
      if (only.empty() || std::any_of(only.begin(), only.end(), asked)) fine = Measure(bench, shape) && fine;
    }
  } catch (const std::exception& reason) {
    std::fprintf(stderr, "shapes_bench: %s\n", reason.what());
    return 2;
  }
  return fine ? 0 : 1;
}
