// Executes the steps of a race on another DynamoDB endpoint.
//
// The endpoint has no snapshots, so the test itself writes the start state of each run. It returns no commit numbers
// either: the executor counts the writes that it has seen succeed, and gives each item the number of the last write to
// it. So versions are right as long as the items of a run are written through this executor alone:
//
//   first seen by a read        version 1, the start state; 0 if there was no item
//   written                     the next number; if the item was not seen before, what the write replaced is not known
//   changed by something else   a read that finds an item where there should be none, or none where there should be
//                               one, is left out of the history: the change may be a write without a response, or one
//                               of PartiQL, of time to live or of another program
//
// A transaction with the token of one that has succeeded is a repetition, and is not counted as a write. The item that
// an update has stored is known only if the response shows it; otherwise the item in the history is empty.
//
// Blocks while the endpoint works. Not thread-safe.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "engine/race/steps/request_footprint.h"
#include "engine/race/steps/step_executor.h"
#include "server/upstream/table_mirror.h"
#include "server/upstream/upstream_client.h"

namespace holdfast::server {

class UpstreamExecutor final : public race::StepExecutor {
 public:
  // Both must outlive this.
  UpstreamExecutor(UpstreamClient& client, TableMirror& tables);

  // Forgets all versions and tables.
  void BeginRun() override;
  bool can_read_stale() const override { return false; }
  uint64_t last_commit() override { return last_commit_; }
  // Both first ask the upstream to describe those of the request's tables that are not mirrored yet.
  race::Footprint FootprintOf(const race::Request& request) override;
  std::vector<std::optional<race::Target>> TargetsOf(const race::Request& request) override;
  // A request that is to be sent as it came has a ForwardedRequest attached, which receives the response. Without it
  // the request must be a batch, or an OpaqueRequest that this server executes itself.
  race::Execution Execute(const race::Request& request) override;

  // There are no stale reads, and the lab does not know when the endpoint deletes an expired item.
  size_t CountStale(const race::Request&, size_t) override { return 0; }
  race::Execution ExecuteStale(const race::Request& request, size_t) override { return Execute(request); }
  std::vector<race::ExpiredItem> ExpiredItems() override { return {}; }
  race::Footprint FootprintOfExpiry(const race::ItemName&) override { return {}; }
  race::Execution DeleteExpired(const race::ItemName& item) override;

  bool HasTable(std::string_view table) override;
  // Fails if the Scan of the table exceeds the limits of the client (UpstreamLimits), or repeats a page.
  Result<std::vector<race::ItemVersion>> ItemsOf(std::string_view table) override;

 private:
  using Targets = std::vector<std::optional<race::Target>>;

  static constexpr uint64_t kStartCommit = 1;

  // `content`: null if the read has found no item.
  void RecordRead(const race::ItemName& item, std::string key_text, ItemRef content, race::Execution& execution);
  // `content`: null after a deletion.
  void RecordWrite(const race::Target& target, uint64_t commit, ItemRef content, race::Execution& execution);
  void RecordReads(const race::Request& request, const Targets& targets, race::Execution& execution);
  // Returns the names of those items that show their keys.
  std::set<race::ItemName> RecordItems(std::string_view table, const std::vector<ResponseItem>& items,
                                       race::Execution& execution);
  void RecordBatch(const BatchGetItemRequest& request, const Targets& targets, const BatchGetItemResponse& response,
                   race::Execution& execution);
  void RecordWrites(const race::Request& request, const Targets& targets, race::Execution& execution);

  UpstreamClient& client_;
  TableMirror& tables_;
  const race::TableFinder find_table_;
  uint64_t last_commit_ = kStartCommit;
  // The present version of each item that was seen; 0: there is no item.
  std::map<race::ItemName, uint64_t> versions_;
  // The client request tokens of transactions that have succeeded.
  std::set<std::string, std::less<>> tokens_;
};

}  // namespace holdfast::server
