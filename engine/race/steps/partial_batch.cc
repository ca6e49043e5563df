#include "engine/race/steps/partial_batch.h"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <variant>

namespace holdfast::race {
namespace {

using WriteTables = BatchWriteItemRequest::Tables;
using KeyTables = BatchGetItemRequest::Tables;

std::vector<WriteRequest>* MembersOf(std::vector<WriteRequest>& writes) { return &writes; }
std::vector<AttributeMap>* MembersOf(KeysAndAttributes& table) { return table.keys ? &*table.keys : nullptr; }

std::vector<WriteRequest> WithoutMembers(const std::vector<WriteRequest>&) { return {}; }
KeysAndAttributes WithoutMembers(const KeysAndAttributes& table) {
  KeysAndAttributes empty = table;
  empty.keys.emplace();
  return empty;
}

template <typename Tables>
Tables TakeMembers(const std::vector<bool>& left_out, Tables& tables) {
  Tables taken;
  Tables left;
  size_t position = 0;
  for (auto& [name, table] : tables) {
    auto* const members = MembersOf(table);
    if (members == nullptr || members->empty()) {
      // The batch is refused because of such a table.
      left.emplace_back(name, std::move(table));
      continue;
    }
    auto unprocessed = WithoutMembers(table);
    auto processed = WithoutMembers(table);
    for (auto& member : *members) {
      MembersOf(left_out[position++] ? unprocessed : processed)->push_back(std::move(member));
    }
    if (!MembersOf(unprocessed)->empty()) taken.emplace_back(name, std::move(unprocessed));
    if (!MembersOf(processed)->empty()) left.emplace_back(name, std::move(processed));
  }
  tables = std::move(left);
  return taken;
}

template <typename Tables>
void AppendTables(Tables added, Tables& tables) {
  for (auto& table : added) {
    const auto same =
        std::find_if(tables.begin(), tables.end(), [&](auto& other) { return other.first == table.first; });
    if (same == tables.end()) {
      tables.push_back(std::move(table));
    } else {
      auto& members = *MembersOf(same->second);
      for (auto& member : *MembersOf(table.second)) members.push_back(std::move(member));
    }
  }
}

}  // namespace

bool AllKeysFit(const std::vector<std::optional<Target>>& targets) {
  return std::all_of(targets.begin(), targets.end(), [](const auto& target) { return target.has_value(); });
}

Response TakeUnprocessed(const std::vector<bool>& left_out, Request& batch) {
  if (std::find(left_out.begin(), left_out.end(), true) != left_out.end()) batch.attachment = nullptr;
  if (auto* const writes = std::get_if<BatchWriteItemRequest>(&batch)) {
    BatchWriteItemResponse response;
    if (writes->request_items.has_value()) response.unprocessed_items = TakeMembers(left_out, *writes->request_items);
    return response;
  }
  auto& reads = std::get<BatchGetItemRequest>(batch);
  BatchGetItemResponse response;
  if (reads.request_items.has_value()) response.unprocessed_keys = TakeMembers(left_out, *reads.request_items);
  return response;
}

bool HasTables(const Request& batch) {
  if (const auto* const writes = std::get_if<BatchWriteItemRequest>(&batch)) {
    return writes->request_items.has_value() && !writes->request_items->empty();
  }
  const auto& reads = std::get<BatchGetItemRequest>(batch);
  return reads.request_items.has_value() && !reads.request_items->empty();
}

void AddUnprocessed(Response unprocessed, Response& response) {
  if (auto* const writes = std::get_if<BatchWriteItemResponse>(&response)) {
    AppendTables(std::move(std::get<BatchWriteItemResponse>(unprocessed).unprocessed_items), writes->unprocessed_items);
  } else {
    AppendTables(std::move(std::get<BatchGetItemResponse>(unprocessed).unprocessed_keys),
                 std::get<BatchGetItemResponse>(response).unprocessed_keys);
  }
}

}  // namespace holdfast::race
