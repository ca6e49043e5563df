#include "bench/wire/slot_requests.h"

#include "bench/process/plain_client.h"

namespace holdfast::server {
namespace {

std::string RequestOf(std::string_view operation, std::string_view body) {
  return bench::OperationBytes(
      operation, body, "bench", "127.0.0.1:8000",
      "User-Agent: bench/1.0 ua/2.1 os/linux lang/c++\r\n"
      "amz-sdk-invocation-id: 00000000-0000-4000-8000-000000000000\r\namz-sdk-request: attempt=1; max=3\r\n");
}

std::string KeyValue(size_t slot) { return R"({"S":"PROVIDER#)" + std::to_string(1'000'000 + slot) + R"("})"; }
std::string Key(size_t slot) { return R"("pk":)" + KeyValue(slot); }

}  // namespace

std::string CreateSlots() {
  return RequestOf("CreateTable", R"({"TableName":"Slots","BillingMode":"PAY_PER_REQUEST",)"
                                  R"("AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"}],)"
                                  R"("KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}]})");
}

std::string PutSlot(size_t slot, char filler) {
  return RequestOf("PutItem", R"({"TableName":"Slots","Item":{)" + Key(slot) +
                                  R"(,"quantity":{"N":"1000000000"},"data":{"S":")" + std::string(950, filler) +
                                  R"("}}})");
}

std::string GetSlot(size_t slot) {
  return RequestOf("GetItem", R"({"TableName":"Slots","ConsistentRead":true,"Key":{)" + Key(slot) + "}}");
}

std::string IncrementVisits(size_t slot) {
  return RequestOf("UpdateItem", R"({"TableName":"Slots","Key":{)" + Key(slot) +
                                     R"(},"UpdateExpression":"ADD visits :one",)"
                                     R"("ExpressionAttributeValues":{":one":{"N":"1"}}})");
}

std::string TakeFromSlot(size_t slot, std::string_view condition) {
  return RequestOf("UpdateItem",
                   R"({"TableName":"Slots","Key":{)" + Key(slot) +
                       R"(},"UpdateExpression":"SET quantity = quantity - :one","ConditionExpression":")" +
                       std::string(condition) + R"(","ExpressionAttributeValues":{":one":{"N":"1"}}})");
}

std::string SelectSlot(size_t slot) {
  return RequestOf("ExecuteStatement",
                   R"({"Statement":"SELECT * FROM Slots WHERE pk = ?","ConsistentRead":true,"Parameters":[)" +
                       KeyValue(slot) + "]}");
}

std::string TakeFromSlotByStatement(size_t slot) {
  return RequestOf("ExecuteStatement",
                   R"({"Statement":"UPDATE Slots SET quantity = quantity - ? WHERE pk = ? AND quantity >= ?",)"
                   R"("Parameters":[{"N":"1"},)" +
                       KeyValue(slot) + R"(,{"N":"1"}]})");
}

std::string BookSlot(size_t slot, size_t booking) {
  const std::string id = std::to_string(booking);
  return RequestOf(
      "TransactWriteItems",
      R"({"ClientRequestToken":"token-)" + id + R"(","TransactItems":[{"Update":{"TableName":"Slots","Key":{)" +
          Key(slot) +
          R"(},"UpdateExpression":"SET quantity = quantity - :one","ConditionExpression":"quantity >= :one",)"
          R"("ExpressionAttributeValues":{":one":{"N":"1"}}}},{"Put":{"TableName":"Slots","Item":)"
          R"({"pk":{"S":"APPOINTMENT#)" +
          id +
          R"x("},"status":{"S":"BOOKED"}},)x"
          R"x("ConditionExpression":"attribute_not_exists(pk)"}}]})x");
}

}  // namespace holdfast::server
