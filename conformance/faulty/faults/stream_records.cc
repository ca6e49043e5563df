#include "conformance/faulty/faults/stream_records.h"

#include <functional>
#include <utility>
#include <vector>

#include "conformance/faulty/json_edit.h"

namespace holdfast::conformance::faulty {
namespace {

using Index = rapidjson::SizeType;

Json* RecordsOf(rapidjson::Document* body) {
  Json* const records = MutableMember(body, "Records");
  return records != nullptr && records->IsArray() ? records : nullptr;
}

// The primary key of the record's item, or null.
const Json* KeysOf(const Json& record) {
  const Json* const change = Member(record, "dynamodb");
  return change == nullptr ? nullptr : Member(*change, "Keys");
}

std::string_view SequenceNumberOf(const Json& record) {
  const Json* const change = Member(record, "dynamodb");
  return change == nullptr ? std::string_view() : StringMember(*change, "SequenceNumber");
}

// The indexes of each record and the next record of its item.
std::vector<std::pair<Index, Index>> NeighboursOfOneItem(const Json& records) {
  std::vector<std::pair<Index, Index>> pairs;
  for (Index i = 0; i < records.Size(); ++i) {
    const Json* const keys = KeysOf(records[i]);
    for (Index j = i + 1; keys != nullptr && j < records.Size(); ++j) {
      const Json* const others = KeysOf(records[j]);
      if (others == nullptr || *others != *keys) continue;
      pairs.emplace_back(i, j);
      break;
    }
  }
  return pairs;
}

// Repeats each record `copies(record)` times.
std::string Repeat(const std::string& body, const std::function<int(const Json& record)>& copies) {
  rapidjson::Document document = ParseJson(body);
  Json* const records = RecordsOf(&document);
  if (records == nullptr) return body;
  JsonMemory& memory = document.GetAllocator();
  Json repeated(rapidjson::kArrayType);
  for (const Json& record : records->GetArray()) {
    for (int left = copies(record); left > 0; --left) repeated.PushBack(Json(record, memory), memory);
  }
  if (repeated.Size() == records->Size()) return body;
  *records = std::move(repeated);
  return ToText(document);
}

class AlteredRecords final : public Fault {
 public:
  explicit AlteredRecords(std::function<std::string(const std::string& body)> alter) : alter_(std::move(alter)) {}

  Response Handle(const Request& request, Endpoint* endpoint) override {
    Response response = endpoint->Send(request);
    if (request.operation() == "GetRecords" && response.ok()) response.body = alter_(response.body);
    return response;
  }

 private:
  const std::function<std::string(const std::string& body)> alter_;
};

}  // namespace

std::string SwapRecordsOfOneItem(const std::string& body, SeededRandom* random) {
  rapidjson::Document document = ParseJson(body);
  Json* const records = RecordsOf(&document);
  if (records == nullptr) return body;
  const auto pairs = NeighboursOfOneItem(*records);
  if (pairs.empty()) return body;
  const auto [first, second] = pairs[random->Below(pairs.size())];
  (*records)[first].Swap((*records)[second]);
  return ToText(document);
}

std::string DropRecords(const std::string& body, uint64_t seed, double rate) {
  return Repeat(body, [=](const Json& record) { return IsChosen(SequenceNumberOf(record), seed, rate) ? 0 : 1; });
}

std::string DoubleRecords(const std::string& body, uint64_t seed, double rate) {
  return Repeat(body, [=](const Json& record) { return IsChosen(SequenceNumberOf(record), seed, rate) ? 2 : 1; });
}

std::unique_ptr<Fault> MakeStreamSwapped(uint64_t seed, double rate) {
  const auto random = std::make_shared<SeededRandom>(seed);
  return std::make_unique<AlteredRecords>([random, rate](const std::string& body) {
    return random->Bernoulli(rate) ? SwapRecordsOfOneItem(body, random.get()) : body;
  });
}

std::unique_ptr<Fault> MakeStreamDropped(uint64_t seed, double rate) {
  return std::make_unique<AlteredRecords>([=](const std::string& body) { return DropRecords(body, seed, rate); });
}

std::unique_ptr<Fault> MakeStreamDoubled(uint64_t seed, double rate) {
  return std::make_unique<AlteredRecords>([=](const std::string& body) { return DoubleRecords(body, seed, rate); });
}

}  // namespace holdfast::conformance::faulty
