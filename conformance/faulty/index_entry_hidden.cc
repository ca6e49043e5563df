#include "conformance/faulty/index_entry_hidden.h"

#include <algorithm>
#include <optional>
#include <string_view>

#include "conformance/faulty/json_edit.h"
#include "conformance/faulty/seeded_random.h"
#include "conformance/faulty/table_keys.h"

namespace holdfast::conformance::faulty {
namespace {

void Reduce(Json* answer, std::string_view count_name, unsigned by) {
  Json* const count = MutableMember(answer, count_name);
  if (count != nullptr && count->IsUint()) count->SetUint(count->GetUint() - std::min(by, count->GetUint()));
}

class IndexEntryHidden final : public Fault {
 public:
  IndexEntryHidden(uint64_t seed, double rate) : seed_(seed), rate_(rate) {}

  Answer Handle(const Request& request, Endpoint* endpoint) override {
    Answer answer = endpoint->Send(request);
    if ((request.operation() != "Query" && request.operation() != "Scan") || !answer.ok()) return answer;
    const rapidjson::Document read = ParseJson(request.body);
    if (Member(read, "IndexName") == nullptr) return answer;
    const std::vector<std::string> key = KeyAttributesOf(request, StringMember(read, "TableName"), endpoint);
    answer.body = HideItems(answer.body, key, seed_, rate_);
    return answer;
  }

 private:
  const uint64_t seed_;
  const double rate_;
};

}  // namespace

std::string HideItems(const std::string& body, const std::vector<std::string>& key_attributes, uint64_t seed,
                      double rate) {
  rapidjson::Document answer = ParseJson(body);
  Json* const items = MutableMember(&answer, "Items");
  if (items == nullptr || !items->IsArray()) return body;
  unsigned hidden = 0;
  for (auto item = items->Begin(); item != items->End();) {
    const std::optional<Json> key = KeyOf(*item, key_attributes, answer.GetAllocator());
    if (key.has_value() && IsChosen(ToText(*key), seed, rate)) {
      item = items->Erase(item);
      ++hidden;
    } else {
      ++item;
    }
  }
  if (hidden == 0) return body;
  Reduce(&answer, "Count", hidden);
  Reduce(&answer, "ScannedCount", hidden);
  return ToText(answer);
}

std::unique_ptr<Fault> MakeIndexEntryHidden(uint64_t seed, double rate) {
  return std::make_unique<IndexEntryHidden>(seed, rate);
}

}  // namespace holdfast::conformance::faulty
