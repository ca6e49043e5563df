#include "server/upstream/item_responses.h"

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/errors/error_detail.h"
#include "engine/race/steps/operation_text.h"
#include "server/json/json_document.h"
#include "server/json/json_reader.h"
#include "server/json/members/attribute_value_json.h"
#include "server/json/operations/batches/batches_json.h"

namespace holdfast::server {
namespace {

constexpr int kSuccess = 200;
constexpr int kServerErrorMin = 500;

// Exceptions that are read as kThrottling like ThrottlingException: the request may be sent again.
constexpr std::array<std::string_view, 2> kThrottlingNames = {"ProvisionedThroughputExceededException",
                                                              "RequestLimitExceeded"};

const rapidjson::Value* Find(const rapidjson::Value& object, std::string_view name) {
  if (!object.IsObject()) return nullptr;
  const auto member = object.FindMember(rapidjson::StringRef(name.data(), name.size()));
  return member == object.MemberEnd() || member->value.IsNull() ? nullptr : &member->value;
}

std::string_view FindText(const rapidjson::Value& object, std::string_view name) {
  const rapidjson::Value* const member = Find(object, name);
  return member != nullptr && member->IsString() ? Text(*member) : std::string_view();
}

uint64_t FindCount(const rapidjson::Value& object, std::string_view name) {
  const rapidjson::Value* const member = Find(object, name);
  return member != nullptr && member->IsInt64() && member->GetInt64() > 0 ? member->GetUint64() : 0;
}

// Nothing if `json` is no valid map of attributes.
std::optional<AttributeMap> ReadAttributes(const rapidjson::Value& json) {
  if (!json.IsObject()) return std::nullopt;
  Decoded<AttributeMap> attributes = DecodeAttributeMap(json);
  if (!attributes.ok() || attributes->problem() != nullptr) return std::nullopt;
  return std::move(attributes).value();
}

std::optional<AttributeMap> FindAttributes(const rapidjson::Value& object, std::string_view name) {
  const rapidjson::Value* const member = Find(object, name);
  return member == nullptr ? std::nullopt : ReadAttributes(*member);
}

std::optional<ResponseItem> FindItem(const rapidjson::Value& object, std::string_view name) {
  std::optional<AttributeMap> attributes = FindAttributes(object, name);
  return attributes.has_value() ? std::optional<ResponseItem>(*std::move(attributes)) : std::nullopt;
}

std::vector<ResponseItem> ReadItems(const rapidjson::Value& list) {
  std::vector<ResponseItem> items;
  if (!list.IsArray()) return items;
  for (const rapidjson::Value& element : list.GetArray()) {
    if (std::optional<AttributeMap> item = ReadAttributes(element)) items.emplace_back(*std::move(item));
  }
  return items;
}

bool IsValid(const std::optional<AttributeMap>& attributes) {
  return attributes.has_value() && attributes->problem() == nullptr;
}

void EraseInvalid(std::vector<WriteRequest>& writes) {
  std::erase_if(writes, [](const WriteRequest& write) {
    return write.put_request.has_value() == write.delete_request.has_value() ||
           (write.put_request.has_value() && !IsValid(write.put_request->item)) ||
           (write.delete_request.has_value() && !IsValid(write.delete_request->key));
  });
}

void EraseInvalid(KeysAndAttributes& reads) {
  if (!reads.keys.has_value()) return;
  std::erase_if(*reads.keys, [](const AttributeMap& key) { return key.problem() != nullptr; });
}

// The members of a batch that were not processed. They have the form of the members of a request. Those with
// invalid values are left out; all are, if one has JSON of the wrong type.
template <typename Request>
typename Request::Tables ReadUnprocessed(const rapidjson::Value& body, std::string_view name,
                                         Decoded<Request> (*decode)(const rapidjson::Value&)) {
  const rapidjson::Value* const member = Find(body, name);
  if (member == nullptr || !member->IsObject()) return {};
  rapidjson::Document request;
  request.SetObject();
  request.AddMember("RequestItems", rapidjson::Value(*member, request.GetAllocator()), request.GetAllocator());
  Decoded<Request> decoded = decode(request);
  if (!decoded.ok() || !decoded->request_items.has_value()) return {};
  for (auto& [table, members] : *decoded->request_items) EraseInvalid(members);
  return *std::move(decoded->request_items);
}

struct ResponseReader {
  const rapidjson::Value& body;

  race::Response operator()(const GetItemRequest&) const {
    GetItemResponse response;
    response.item = FindItem(body, "Item");
    return response;
  }
  race::Response operator()(const PutItemRequest&) const { return ResponseToWrite<PutItemResponse>(); }
  race::Response operator()(const UpdateItemRequest&) const { return ResponseToWrite<UpdateItemResponse>(); }
  race::Response operator()(const DeleteItemRequest&) const { return ResponseToWrite<DeleteItemResponse>(); }
  race::Response operator()(const QueryRequest&) const { return PageResponse<QueryResponse>(); }
  race::Response operator()(const ScanRequest&) const { return PageResponse<ScanResponse>(); }
  race::Response operator()(const BatchGetItemRequest&) const {
    BatchGetItemResponse response;
    const rapidjson::Value* const tables = Find(body, "Responses");
    if (tables != nullptr && tables->IsObject()) {
      for (const auto& table : tables->GetObject()) {
        response.responses.emplace_back(Text(table.name), ReadItems(table.value));
      }
    }
    response.unprocessed_keys = ReadUnprocessed(body, "UnprocessedKeys", DecodeBatchGetItem);
    return response;
  }
  race::Response operator()(const BatchWriteItemRequest&) const {
    BatchWriteItemResponse response;
    response.unprocessed_items = ReadUnprocessed(body, "UnprocessedItems", DecodeBatchWriteItem);
    return response;
  }
  race::Response operator()(const TransactGetItemsRequest&) const {
    TransactGetItemsResponse response;
    const rapidjson::Value* const items = Find(body, "Responses");
    if (items == nullptr || !items->IsArray()) return response;
    for (const rapidjson::Value& item : items->GetArray()) response.responses.push_back(FindItem(item, "Item"));
    return response;
  }
  race::Response operator()(const TransactWriteItemsRequest&) const { return TransactWriteItemsResponse(); }
  race::Response operator()(const race::OpaqueRequest&) const { return race::OpaqueResponse(); }

 private:
  template <typename Response>
  race::Response ResponseToWrite() const {
    Response response;
    response.attributes = FindItem(body, "Attributes");
    return response;
  }
  template <typename Response>
  race::Response PageResponse() const {
    Response response;
    if (const rapidjson::Value* const items = Find(body, "Items")) response.items = ReadItems(*items);
    response.count = FindCount(body, "Count");
    response.scanned_count = FindCount(body, "ScannedCount");
    response.last_evaluated_key = FindAttributes(body, "LastEvaluatedKey");
    return response;
  }
};

ItemRef FindStoredItem(const rapidjson::Value& object) {
  const std::optional<AttributeMap> attributes = FindAttributes(object, "Item");
  return attributes.has_value() ? ItemRef(Item::Create(*attributes)) : nullptr;
}

std::shared_ptr<const ErrorDetail> ReadDetail(const rapidjson::Value& body) {
  auto detail = std::make_shared<ErrorDetail>();
  detail->item = FindStoredItem(body);
  const rapidjson::Value* const reasons = Find(body, "CancellationReasons");
  if (reasons != nullptr && reasons->IsArray()) {
    for (const rapidjson::Value& json : reasons->GetArray()) {
      CancellationReason& reason = detail->cancellation_reasons.emplace_back();
      reason.code = FindText(json, "Code");
      if (const std::string_view message = FindText(json, "Message"); !message.empty()) reason.message = message;
      reason.item = FindStoredItem(json);
    }
  }
  if (detail->item == nullptr && detail->cancellation_reasons.empty()) return nullptr;
  return detail;
}

std::optional<ErrorKind> KindFromName(std::string_view name) {
  for (const std::string_view throttling : kThrottlingNames) {
    if (name == throttling) return ErrorKind::kThrottling;
  }
  for (int number = 0; number <= static_cast<int>(ErrorKind::kThrottling); ++number) {
    const auto kind = static_cast<ErrorKind>(number);
    if (name == race::ExceptionName(kind)) return kind;
  }
  return std::nullopt;
}

// Reads a refusal: an error with a status below 500.
Error ReadError(const rapidjson::Value& body) {
  std::string_view name = FindText(body, "__type");
  // `com.amazonaws.dynamodb.v20120810#ResourceNotFoundException`
  if (const size_t hash = name.find('#'); hash != std::string_view::npos) name.remove_prefix(hash + 1);
  std::string_view message = FindText(body, "message");
  if (message.empty()) message = FindText(body, "Message");
  const std::optional<ErrorKind> kind = KindFromName(name);
  if (kind.has_value()) return {*kind, std::string(message), ReadDetail(body)};
  // The engine has no kind for such an error, so the lab does not distinguish it from other refusals.
  return {ErrorKind::kValidation, std::string(name) + ": " + std::string(message)};
}

}  // namespace

Result<race::Response> ReadItemResponse(const race::Request& request, const RawOutcome& outcome) {
  if (!outcome.no_response_reason.empty()) return Error{ErrorKind::kThrottling, outcome.no_response_reason};
  if (outcome.status >= kServerErrorMin) {
    return Error{ErrorKind::kThrottling, "status " + std::to_string(outcome.status)};
  }
  JsonDocument document;
  std::string text = outcome.body;
  const Decoded<const rapidjson::Value*> body = document.Parse(&text);
  if (!body.ok() || !body.value()->IsObject()) {
    return Error{ErrorKind::kThrottling, "a response that is no JSON object"};
  }
  if (outcome.status != kSuccess) return ReadError(*body.value());
  return std::visit(ResponseReader{*body.value()}, request);
}

}  // namespace holdfast::server
