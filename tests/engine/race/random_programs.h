// Small random programs of two or three actors, with requests of all operations on items except BatchGetItem, for so
// few items that the requests conflict.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "engine/base/random.h"
#include "engine/values/number.h"
#include "tests/engine/race/scripted_actors.h"

namespace holdfast::race::testing {

struct RandomProgram {
  Program program;
  SessionOptions options;
  // Describes the program in the output of a failing test. `?` marks an eventually consistent read.
  std::string text;
};

inline const std::vector<std::string>& ProgramTables() {
  static const std::vector<std::string> tables = {"Plain", "Indexed"};
  return tables;
}

// Two tables with one item each. If `expiry` is true, the item of `Plain` has expired.
inline std::unique_ptr<Database> StartDatabase(bool expiry) {
  std::unique_ptr<Database> database = MakeDatabase();
  CreateTable(*database, "Plain");
  CreateTable(*database, "Indexed", {.sort_key = true, .index = true});
  if (expiry) {
    UpdateTimeToLiveRequest request;
    request.table_name = "Plain";
    request.time_to_live_specification = TimeToLiveSpecification{true, "expires"};
    EXPECT_TRUE(database->UpdateTimeToLive(request).ok());
  }
  AttributeMap first{{"pk", S("a")}, {"v", S("start")}, {"n", N("1")}};
  if (expiry) first = {{"pk", S("a")}, {"v", S("start")}, {"n", N("1")}, {"expires", N("1799999999")}};
  EXPECT_TRUE(database->PutItem(Put("Plain", std::move(first))).ok());
  EXPECT_TRUE(
      database->PutItem(Put("Indexed", {{"pk", S("p")}, {"sk", S("a")}, {"g", S("x")}, {"v", S("start")}})).ok());
  return database;
}

class ProgramGenerator {
 public:
  explicit ProgramGenerator(Random& random) : random_(random) {}

  RandomProgram Generate() {
    RandomProgram generated;
    const size_t actors = 2 + random_.Below(2);
    const char* const names[] = {"ann", "bob", "cid"};
    for (size_t i = 0; i < actors; ++i) {
      // Three actors get fewer steps: otherwise there are too many orders for brute force.
      const size_t steps = actors == 3 ? 1 + random_.Below(2) : 2 + random_.Below(3);
      for (size_t j = 0; j < steps; ++j) {
        auto [name, step] = RandomStep();
        generated.program[names[i]].push_back(std::move(step));
        absl::StrAppend(&generated.text, names[i], " ", name, "; ");
      }
    }
    if (OneIn(3)) generated.options.stale_reads = 1;
    if (OneIn(3)) generated.options.index_lag = 1;
    if (OneIn(3)) AddFault(generated);
    absl::StrAppend(&generated.text, "stale ", generated.options.stale_reads, " lag ", generated.options.index_lag);
    generated.options.max_runs = 0;
    generated.options.shrink = false;
    generated.options.continue_after_failure = true;
    return generated;
  }

 private:
  // True in one of `calls` calls, at random.
  bool OneIn(uint64_t calls) { return random_.Below(calls) == 0; }
  std::string OneOfTwoLetters(const char* letters) { return std::string(1, letters[random_.Below(2)]); }

  void AddFault(RandomProgram& generated) {
    constexpr FaultAction kActions[] = {FaultAction::kCommitThen500, FaultAction::kThrottle,
                                        FaultAction::kConflict,      FaultAction::kDuplicate,
                                        FaultAction::kPartial,       FaultAction::kCommitThenDrop};
    FaultRule rule;
    rule.action = kActions[random_.Below(std::size(kActions))];
    if (OneIn(2)) rule.actor = "ann";
    absl::StrAppend(&generated.text, "fault ", std::string(NameOf(rule.action)), rule.actor.empty() ? " " : " of ann ");
    generated.options.faults.push_back(rule);
  }

  // A value that depends on the responses that the writing actor has received so far.
  static AttributeValue ValueOf(const std::string& responses) {
    return S(absl::StrCat("h", std::hash<std::string>()(responses) % 1'000'000));
  }
  static AttributeMap PlainKey(const std::string& key) { return {{"pk", S(key)}}; }
  static AttributeMap IndexedKey(const std::string& key) { return {{"pk", S("p")}, {"sk", S(key)}}; }

  std::pair<std::string, Step> RandomStep() {
    const std::string key = OneOfTwoLetters("ab");
    const std::string other = key == "a" ? "b" : "a";
    const std::string group = OneOfTwoLetters("xy");
    const bool consistent = OneIn(2);
    switch (random_.Below(17)) {
      case 0:
      case 1:
        return {absl::StrCat("get ", key, consistent ? "" : "?"),
                [=](const std::string&) { return Get("Plain", PlainKey(key), consistent); }};
      case 2:
        return {"put " + key, [=](const std::string& responses) {
                  return Put("Plain", {{"pk", S(key)}, {"v", ValueOf(responses)}, {"n", N("5")}});
                }};
      case 3:
        return {"put-new " + key, [=](const std::string& responses) {
                  return Put("Plain", {{"pk", S(key)}, {"v", ValueOf(responses)}}, "attribute_not_exists(pk)");
                }};
      case 4:
        return {"add " + key, [=](const std::string&) {
                  return Update("Plain", PlainKey(key), "ADD n :one", {{":one", N("1")}});
                }};
      case 5:
        return {"take " + key, [=](const std::string&) {
                  return Update("Plain", PlainKey(key), "SET n = n - :one", {{":one", N("1")}}, "n >= :one");
                }};
      case 6:
        return {"delete " + key, [=](const std::string&) { return Delete("Plain", PlainKey(key)); }};
      case 7:
        return {absl::StrCat("get-indexed ", key, consistent ? "" : "?"),
                [=](const std::string&) { return Get("Indexed", IndexedKey(key), consistent); }};
      case 8:
      case 9:
        return {absl::StrCat("put-indexed ", key, group), [=](const std::string& responses) {
                  return Put("Indexed", {{"pk", S("p")}, {"sk", S(key)}, {"g", S(group)}, {"v", ValueOf(responses)}});
                }};
      case 10:
      case 11:
        return {absl::StrCat("query-index ", group, "?"),
                [=](const std::string&) { return QueryIndex("Indexed", group); }};
      case 12:
        return {absl::StrCat("query", consistent ? "" : "?"),
                [=](const std::string&) { return QueryPartition("Indexed", "p", consistent); }};
      case 13:
        return {
            absl::StrCat("transact-write ", key, group, consistent ? " if new" : ""),
            [=](const std::string& responses) {
              return TransactWrite(
                  {PutAction("Plain", {{"pk", S(key)}, {"v", ValueOf(responses)}, {"n", N("3")}}),
                   PutAction("Indexed", {{"pk", S("p")}, {"sk", S(other)}, {"g", S(group)}, {"v", ValueOf(responses)}},
                             consistent ? "attribute_not_exists(pk)" : "")});
            }};
      case 14:
        return {"transact-get", [=](const std::string&) {
                  return TransactGet("Plain", {PlainKey(key), PlainKey(other)});
                }};
      case 15: {
        BatchWriteItemRequest batch;
        WriteRequest put;
        put.put_request.emplace();
        put.put_request->item = AttributeMap{{"pk", S(key)}, {"v", S("batch")}};
        WriteRequest deletion;
        deletion.delete_request.emplace();
        deletion.delete_request->key = PlainKey(other);
        batch.request_items = {{"Plain", {put, deletion}}};
        return {"batch-write " + key, [=](const std::string&) { return batch; }};
      }
      default: {
        ScanRequest scan;
        scan.table_name = "Plain";
        scan.consistent_read = consistent;
        return {absl::StrCat("scan", consistent ? "" : "?"), [=](const std::string&) { return scan; }};
      }
    }
  }

  Random& random_;
};

}  // namespace holdfast::race::testing
