#include "conformance/client/stream_reader.h"

#include <utility>

namespace holdfast::conformance {
namespace {

// Open shards have no end: this many empty pages in a row count as the end of the current records. AWS returns empty
// pages between full ones.
constexpr int kEmptyPagesMax = 2;
// The most pages that are read of one shard, or of one stream's description. An endpoint that has more is assumed never
// to come to an end.
constexpr int kPagesMax = 10'000;

StreamRecord ReadRecord(const rapidjson::Value& tree, const std::string& shard_id) {
  StreamRecord record;
  record.event_id = StringMember(tree, "eventID");
  record.event_name = StringMember(tree, "eventName");
  record.shard_id = shard_id;
  if (const rapidjson::Value* const identity = Member(tree, "userIdentity")) {
    record.by_time_to_live = StringMember(*identity, "PrincipalId") == "dynamodb.amazonaws.com" &&
                             StringMember(*identity, "Type") == "Service";
  }
  if (const rapidjson::Value* const change = Member(tree, "dynamodb")) {
    record.sequence_number = StringMember(*change, "SequenceNumber");
    record.keys = ItemMember(*change, "Keys");
    record.old_image = ItemMember(*change, "OldImage");
    record.new_image = ItemMember(*change, "NewImage");
  }
  return record;
}

}  // namespace

StreamReader::StreamReader(Client* client, std::string stream_arn, Positions positions)
    : client_(client), arn_(std::move(stream_arn)), positions_(std::move(positions)) {}

std::vector<StreamRecord> StreamReader::Read() {
  FindShards();
  std::vector<StreamRecord> records;
  // A shard is read only after its parent is finished. So this repeats as long as a pass finishes a shard.
  bool finished_one = true;
  while (std::exchange(finished_one, false)) {
    for (auto& [id, shard] : shards_) {
      if (shard.finished || !ParentIsFinished(shard)) continue;
      ReadShard(shard, &records);
      finished_one |= shard.finished;
    }
  }
  return records;
}

void StreamReader::FindShards() {
  std::string last;
  int pages = 0;
  do {
    if (++pages > kPagesMax) throw SetupFailed("DescribeStream has no last page");
    const Response response = Require(
        client_->Call("DescribeStream", ObjectOfStrings({{"StreamArn", arn_}, {"ExclusiveStartShardId", last}})));
    const rapidjson::Value* const description = Member(response.json(), "StreamDescription");
    if (description == nullptr) throw SetupFailed("DescribeStream answered no StreamDescription");
    if (const rapidjson::Value* const shards = Member(*description, "Shards"); shards != nullptr && shards->IsArray()) {
      for (const rapidjson::Value& tree : shards->GetArray()) {
        const std::string id(StringMember(tree, "ShardId"));
        Shard& shard = shards_[id];
        shard.id = id;
        shard.parent = StringMember(tree, "ParentShardId");
      }
    }
    last = StringMember(*description, "LastEvaluatedShardId");
  } while (!last.empty());
}

// A parent that is no longer listed was trimmed and cannot be read, so it counts as finished.
bool StreamReader::ParentIsFinished(const Shard& shard) const {
  const auto parent = shards_.find(shard.parent);
  return parent == shards_.end() || parent->second.finished;
}

std::string StreamReader::RequestIterator(const std::string& shard_id, std::string_view type,
                                          const std::string& sequence_number) {
  const Response response =
      Require(client_->Call("GetShardIterator", ObjectOfStrings({{"StreamArn", arn_},
                                                                 {"ShardId", shard_id},
                                                                 {"ShardIteratorType", type},
                                                                 {"SequenceNumber", sequence_number}})));
  return std::string(StringMember(response.json(), "ShardIterator"));
}

void StreamReader::SkipToNow() {
  FindShards();
  for (auto& [id, shard] : shards_) shard.iterator = RequestIterator(id, "LATEST", "");
}

void StreamReader::ReadShard(Shard& shard, std::vector<StreamRecord>* records) {
  if (shard.iterator.empty()) {
    const auto position = positions_.find(shard.id);
    shard.iterator = position == positions_.end()
                         ? RequestIterator(shard.id, "TRIM_HORIZON", "")
                         : RequestIterator(shard.id, "AFTER_SEQUENCE_NUMBER", position->second);
  }
  int pages = 0;
  for (int empty_pages = 0; empty_pages < kEmptyPagesMax;) {
    if (++pages > kPagesMax) throw SetupFailed("GetRecords finds ever more records in shard " + shard.id);
    const Response response =
        Require(client_->Call("GetRecords", ObjectOfStrings({{"ShardIterator", shard.iterator}})));
    const rapidjson::Value* const page = Member(response.json(), "Records");
    const bool empty = page == nullptr || !page->IsArray() || page->Empty();
    empty_pages = empty ? empty_pages + 1 : 0;
    if (!empty) {
      for (const rapidjson::Value& tree : page->GetArray()) {
        records->push_back(ReadRecord(tree, shard.id));
        positions_[shard.id] = records->back().sequence_number;
      }
    }
    shard.iterator = StringMember(response.json(), "NextShardIterator");
    if (shard.iterator.empty()) {
      shard.finished = true;
      return;
    }
  }
}

}  // namespace holdfast::conformance
