#include "conformance/faulty/faults/read_add_put.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "conformance/faulty/faults/expression_placeholders.h"
#include "conformance/faulty/responses.h"

namespace holdfast::conformance::faulty {
namespace {

// The members of UpdateItem that PlanAdd supports. An update with another member may do more than add.
constexpr std::array<std::string_view, 8> kSupportedMembers = {"TableName",
                                                               "Key",
                                                               "UpdateExpression",
                                                               "ExpressionAttributeNames",
                                                               "ExpressionAttributeValues",
                                                               "ReturnValues",
                                                               "ReturnConsumedCapacity",
                                                               "ReturnItemCollectionMetrics"};

bool HasOnlySupportedMembers(const Json& request) {
  return std::all_of(request.MemberBegin(), request.MemberEnd(), [](const auto& member) {
    return std::find(kSupportedMembers.begin(), kSupportedMembers.end(), TextOf(member.name)) !=
           kSupportedMembers.end();
  });
}

size_t DefinitionCount(const Json& request, std::string_view name) {
  const Json* const definitions = Member(request, name);
  return definitions != nullptr && definitions->IsObject() ? definitions->MemberCount() : 0;
}

// True if every placeholder is defined and every definition is used. Otherwise the endpoint refuses the update.
bool DefinitionsMatchPlaceholders(const Json& request, std::string_view expression) {
  const Json* const names = Member(request, "ExpressionAttributeNames");
  const Json* const values = Member(request, "ExpressionAttributeValues");
  const Placeholders used = PlaceholdersIn(expression);
  for (const std::string& placeholder : used) {
    const Json* const definitions = placeholder.starts_with('#') ? names : values;
    if (definitions == nullptr || Member(*definitions, placeholder) == nullptr) return false;
  }
  return used.size() ==
         DefinitionCount(request, "ExpressionAttributeNames") + DefinitionCount(request, "ExpressionAttributeValues");
}

std::string_view Resolve(const Json& request, std::string_view attribute) {
  if (!attribute.starts_with('#')) return attribute;
  return StringMember(*Member(request, "ExpressionAttributeNames"), attribute);
}

// Nothing if an attribute is part of the key or is added to twice.
std::optional<std::vector<AddPlan::Addition>> ResolveAdditions(const Json& request,
                                                               const std::vector<AddClause>& clauses) {
  const Json* const key = Member(request, "Key");
  std::vector<AddPlan::Addition> additions;
  for (const AddClause& clause : clauses) {
    const std::string_view attribute = Resolve(request, clause.attribute);
    const bool is_repeated = std::any_of(additions.begin(), additions.end(),
                                         [&](const auto& addition) { return addition.attribute == attribute; });
    if (attribute.empty() || is_repeated || Member(*key, attribute) != nullptr) return std::nullopt;
    const Json& value = *Member(*Member(request, "ExpressionAttributeValues"), clause.value);
    additions.push_back({.attribute = std::string(attribute), .value = ToText(value)});
  }
  return additions;
}

std::string RequestBody(std::string_view table, std::string_view name, const Json& content, bool is_read) {
  rapidjson::Document body(rapidjson::kObjectType);
  JsonMemory& memory = body.GetAllocator();
  SetMember(&body, "TableName", StringValue(table, memory), memory);
  SetMember(&body, name, Json(content, memory), memory);
  if (is_read) SetMember(&body, "ConsistentRead", Json(true), memory);
  return ToText(body);
}

class ReadAddPut final : public Fault {
 public:
  Response Handle(const Request& request, Endpoint* endpoint) override {
    const std::optional<AddPlan> plan = PlanAdd(request);
    if (!plan.has_value()) return endpoint->Send(request);
    const Response read =
        endpoint->Send(request.WithOperation("GetItem", RequestBody(plan->table, "Key", ParseJson(plan->key), true)));
    if (!read.ok()) return endpoint->Send(request);
    const std::optional<AddResult> result = ApplyAdd(*plan, read.body);
    if (!result.has_value()) return endpoint->Send(request);
    const Response put = endpoint->Send(request.WithOperation("PutItem", result->put_body));
    return put.ok() ? Success(result->response_body) : put;
  }
};

}  // namespace

std::optional<AddPlan> PlanAdd(const Request& update) {
  if (update.operation() != "UpdateItem") return std::nullopt;
  const rapidjson::Document request = ParseJson(update.body);
  if (!request.IsObject() || !HasOnlySupportedMembers(request) || AsksForMetrics(request)) return std::nullopt;
  const Json* const key = Member(request, "Key");
  const std::string_view expression = StringMember(request, "UpdateExpression");
  const auto clauses = ParseAddClauses(expression);
  if (key == nullptr || !key->IsObject() || !clauses.has_value() ||
      !DefinitionsMatchPlaceholders(request, expression)) {
    return std::nullopt;
  }
  const std::string_view asked = StringMember(request, "ReturnValues");
  const std::string_view return_values = Member(request, "ReturnValues") == nullptr ? "NONE" : asked;
  if (return_values != "NONE" && return_values != "ALL_NEW" && return_values != "UPDATED_NEW") return std::nullopt;
  std::optional<std::vector<AddPlan::Addition>> additions = ResolveAdditions(request, *clauses);
  if (!additions.has_value()) return std::nullopt;
  return AddPlan{.table = std::string(StringMember(request, "TableName")),
                 .key = ToText(*key),
                 .additions = *std::move(additions),
                 .return_values = std::string(return_values)};
}

std::optional<AddResult> ApplyAdd(const AddPlan& plan, const std::string& read_body) {
  const rapidjson::Document read = ParseJson(read_body);
  const Json* const stored = Member(read, "Item");
  rapidjson::Document item;
  JsonMemory& memory = item.GetAllocator();
  // An update creates the item it does not find.
  if (stored != nullptr) {
    item.CopyFrom(*stored, memory);
  } else {
    item.CopyFrom(ParseJson(plan.key), memory);
  }
  Json changed(rapidjson::kObjectType);
  for (const AddPlan::Addition& addition : plan.additions) {
    std::optional<Json> sum = Add(Member(item, addition.attribute), ParseJson(addition.value), memory);
    if (!sum.has_value()) return std::nullopt;
    SetMember(&changed, addition.attribute, Json(*sum, memory), memory);
    SetMember(&item, addition.attribute, *std::move(sum), memory);
  }
  AddResult result{.put_body = RequestBody(plan.table, "Item", item, false), .response_body = "{}"};
  if (plan.return_values == "ALL_NEW") result.response_body = R"({"Attributes":)" + ToText(item) + "}";
  if (plan.return_values == "UPDATED_NEW") result.response_body = R"({"Attributes":)" + ToText(changed) + "}";
  return result;
}

std::unique_ptr<Fault> MakeReadAddPut() { return std::make_unique<ReadAddPut>(); }

}  // namespace holdfast::conformance::faulty
