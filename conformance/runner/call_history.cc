#include "conformance/runner/call_history.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <queue>

#include "conformance/client/json.h"
#include "conformance/history/operation_record.h"
#include "conformance/runner/format_call.h"

namespace holdfast::conformance {
namespace {

constexpr size_t kWitnessStepsMax = 40;

bool IsWriteCall(const CallRecord& call) {
  return call.operation == "PutItem" || call.operation == "UpdateItem" || call.operation == "DeleteItem" ||
         call.operation == "TransactWriteItems" || call.operation == "BatchWriteItem";
}

// Whether the call belongs to the creation of a table, and so not to what the race does.
bool IsTableCall(const CallRecord& call) {
  return call.operation == "CreateTable" || call.operation == "DescribeTable" || call.operation == "UpdateTimeToLive";
}

bool NamesOneOf(const CallRecord& call, const std::vector<std::string>& keys) {
  return keys.empty() || std::any_of(keys.begin(), keys.end(), [&call](const std::string& key) {
           return call.request.find('"' + key + '"') != std::string::npos;
         });
}

bool Mentions(const CallRecord& call, std::string_view word) {
  return call.error.find(word) != std::string::npos || call.response.find(word) != std::string::npos;
}

// The number of calls that began during a call of another client.
int64_t CountOverlaps(const std::vector<CallRecord>& calls) {
  std::priority_queue<int64_t, std::vector<int64_t>, std::greater<>> in_flight;
  int64_t overlaps = 0;
  for (const CallRecord& call : calls) {
    while (!in_flight.empty() && in_flight.top() < call.invoked) in_flight.pop();
    // A client has one call at a time, so any other call in flight is another client's.
    if (!in_flight.empty()) ++overlaps;
    in_flight.push(call.completed);
  }
  return overlaps;
}

WitnessStep StepOf(const CallRecord& call, int64_t start) {
  WitnessStep step;
  step.client = call.client;
  step.invoked = call.invoked - start;
  // A request of unknown outcome may take effect after its client gave up.
  step.completed = call.outcome == Response::Outcome::kUnknown ? kNeverCompleted : call.completed - start;
  step.request = FormatRequest(call);
  step.response = FormatResponse(call);
  step.is_marked = call.client != kObserver && IsWriteCall(call) && call.outcome != Response::Outcome::kRefused;
  return step;
}

void WriteLine(const CallRecord& call, std::ostream& out) {
  rapidjson::StringBuffer buffer;
  JsonWriter writer(buffer);
  writer.StartObject();
  writer.Key("client");
  writer.Int(call.client);
  writer.Key("invoked_ns");
  writer.Int64(call.invoked);
  writer.Key("completed_ns");
  writer.Int64(call.completed);
  writer.Key("operation");
  WriteString(writer, call.operation);
  writer.Key("request");
  WriteString(writer, call.request);
  writer.Key("outcome");
  WriteString(writer, call.outcome == Response::Outcome::kOk        ? "ok"
                      : call.outcome == Response::Outcome::kRefused ? "fail"
                                                                    : "unknown");
  writer.Key("error");
  WriteString(writer, call.error);
  writer.Key("answer");
  WriteString(writer, call.response);
  writer.EndObject();
  out << buffer.GetString() << '\n';
}

}  // namespace

void CallHistory::Add(std::vector<CallRecord> calls) {
  calls_.insert(calls_.end(), std::make_move_iterator(calls.begin()), std::make_move_iterator(calls.end()));
}

void CallHistory::SortByTime() {
  std::sort(calls_.begin(), calls_.end(),
            [](const CallRecord& a, const CallRecord& b) { return a.invoked < b.invoked; });
}

void CallHistory::CountInto(std::map<std::string, int64_t>* event_counts) const {
  (*event_counts)["operations"] +=
      std::count_if(calls_.begin(), calls_.end(), [](const CallRecord& call) { return !IsTableCall(call); });
  (*event_counts)["overlapping operations"] += CountOverlaps(calls_);
  for (const CallRecord& call : calls_) {
    if (call.outcome == Response::Outcome::kUnknown) ++(*event_counts)["unknown outcomes"];
    if (call.outcome != Response::Outcome::kRefused) continue;
    if (Mentions(call, "ConditionalCheckFailed")) ++(*event_counts)["conditions refused"];
    if (Mentions(call, "TransactionConflict")) ++(*event_counts)["transaction conflicts"];
  }
}

Witness CallHistory::WitnessAbout(const std::vector<std::string>& about) const {
  std::vector<const CallRecord*> chosen;
  for (const CallRecord& call : calls_) {
    if (NamesOneOf(call, about)) chosen.push_back(&call);
  }
  if (chosen.size() > kWitnessStepsMax) {
    std::erase_if(chosen, [](const CallRecord* call) {
      return call->client != kObserver && call->outcome == Response::Outcome::kRefused;
    });
  }
  Witness witness;
  // The last calls are closest to the violation.
  const size_t left_out = chosen.size() > kWitnessStepsMax ? chosen.size() - kWitnessStepsMax : 0;
  for (size_t i = left_out; i < chosen.size(); ++i) {
    witness.steps.push_back(StepOf(*chosen[i], calls_.front().invoked));
  }
  return witness;
}

bool CallHistory::WriteTo(const std::string& directory, const std::string& name, int round) const {
  std::string file = name;
  std::replace(file.begin(), file.end(), '/', '-');
  std::ofstream out(directory + "/" + file + "-" + std::to_string(round) + ".jsonl");
  for (const CallRecord& call : calls_) WriteLine(call, out);
  out.close();
  return !out.fail();
}

}  // namespace holdfast::conformance
