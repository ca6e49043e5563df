#include "conformance/faulty/faults/index_entry_hidden.h"

#include <algorithm>
#include <optional>
#include <string_view>

#include "conformance/faulty/faults/table_keys.h"
#include "conformance/faulty/json_edit.h"
#include "conformance/faulty/seeded_random.h"

namespace holdfast::conformance::faulty {
namespace {

void Reduce(Json* response, std::string_view count_name, unsigned by) {
  Json* const count = MutableMember(response, count_name);
  if (count != nullptr && count->IsUint()) count->SetUint(count->GetUint() - std::min(by, count->GetUint()));
}

class IndexEntryHidden final : public Fault {
 public:
  IndexEntryHidden(uint64_t seed, double rate) : seed_(seed), rate_(rate) {}

  Response Handle(const Request& request, Endpoint* endpoint) override {
    Response response = endpoint->Send(request);
    if ((request.operation() != "Query" && request.operation() != "Scan") || !response.ok()) return response;
    const rapidjson::Document read = ParseJson(request.body);
    if (Member(read, "IndexName") == nullptr) return response;
    const std::vector<std::string> key = KeyAttributesOf(request, StringMember(read, "TableName"), endpoint);
    response.body = HideItems(response.body, key, seed_, rate_);
    return response;
  }

 private:
  const uint64_t seed_;
  const double rate_;
};

}  // namespace

std::string HideItems(const std::string& body, const std::vector<std::string>& key_attributes, uint64_t seed,
                      double rate) {
  rapidjson::Document response = ParseJson(body);
  Json* const items = MutableMember(&response, "Items");
  if (items == nullptr || !items->IsArray()) return body;
  unsigned hidden = 0;
  for (auto item = items->Begin(); item != items->End();) {
    const std::optional<Json> key = KeyOf(*item, key_attributes, response.GetAllocator());
    if (key.has_value() && IsChosen(ToText(*key), seed, rate)) {
      item = items->Erase(item);
      ++hidden;
    } else {
      ++item;
    }
  }
  if (hidden == 0) return body;
  Reduce(&response, "Count", hidden);
  Reduce(&response, "ScannedCount", hidden);
  return ToText(response);
}

std::unique_ptr<Fault> MakeIndexEntryHidden(uint64_t seed, double rate) {
  return std::make_unique<IndexEntryHidden>(seed, rate);
}

}  // namespace holdfast::conformance::faulty
