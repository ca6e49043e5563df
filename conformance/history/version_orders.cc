#include "conformance/history/version_orders.h"

#include <algorithm>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/strings/str_cat.h"

namespace holdfast::conformance {
namespace {

struct ListRead {
  size_t transaction = 0;
  const std::vector<int64_t>* list = nullptr;
};

// The appends to the list of one key, and the reads of it.
struct KeyHistory {
  absl::flat_hash_map<int64_t, size_t> appended_by;
  std::vector<ListRead> reads;

  // `reads` must not be empty.
  const ListRead& LongestRead() const {
    return *std::max_element(reads.begin(), reads.end(),
                             [](const ListRead& a, const ListRead& b) { return a.list->size() < b.list->size(); });
  }
};

std::map<std::string, KeyHistory> GroupByKey(std::span<const TransactionOperation> history) {
  std::map<std::string, KeyHistory> keys;
  for (size_t i = 0; i < history.size(); ++i) {
    for (const TransactionOperation::Append& append : history[i].appends) {
      keys[append.key].appended_by.try_emplace(append.element, i);
    }
    if (history[i].outcome != Outcome::kOk) continue;
    for (const TransactionOperation::Read& read : history[i].reads) keys[read.key].reads.push_back({i, &read.list});
  }
  return keys;
}

SerializabilityFinding MakeFinding(Anomaly anomaly, std::vector<TransactionOperation> transactions,
                                   std::string explanation) {
  SerializabilityFinding finding;
  finding.anomaly = anomaly;
  finding.transactions = std::move(transactions);
  finding.explanation = std::move(explanation);
  return finding;
}

// Finds an element of the read that was never appended, was appended by a failed transaction, or occurs twice.
std::optional<SerializabilityFinding> FindImpossibleElement(std::span<const TransactionOperation> history,
                                                            const std::string& key, const KeyHistory& key_history,
                                                            const ListRead& read) {
  const TransactionOperation& reader = history[read.transaction];
  absl::flat_hash_set<int64_t> seen;
  for (const int64_t element : *read.list) {
    const auto appended = key_history.appended_by.find(element);
    if (appended == key_history.appended_by.end()) {
      return MakeFinding(Anomaly::kInventedElement, {reader},
                         absl::StrCat("T1 read ", element, " in ", key, ", which no transaction appended."));
    }
    const TransactionOperation& appender = history[appended->second];
    if (appender.outcome == Outcome::kFailed) {
      return MakeFinding(Anomaly::kAbortedRead, {appender, reader},
                         absl::StrCat("T2 read ", element, " in ", key, ", which T1 appended; but T1 failed."));
    }
    if (!seen.insert(element).second) {
      return MakeFinding(Anomaly::kDuplicateElement, {appender, reader},
                         absl::StrCat("T2 read ", element, " twice in ", key, "; T1 appended it once."));
    }
  }
  return std::nullopt;
}

// The acknowledged appends to one list, by the time of acknowledgement, with the index of each in the list, which is
// kUnreadIndex if no read returned it. (VersionOrder::Unread is used here for all appends, read or not.)
class AcknowledgedAppends {
 public:
  static constexpr size_t kUnreadIndex = static_cast<size_t>(-1);

  void Add(int64_t completed, size_t index, VersionOrder::Unread append) {
    entries_.push_back({completed, index, append});
  }
  // Sorts by time. Then gives each entry the largest index among the entries up to its time, and the append that has
  // this index.
  void Sort() {
    std::sort(entries_.begin(), entries_.end(),
              [](const Entry& a, const Entry& b) { return a.completed < b.completed; });
    for (size_t i = 1; i < entries_.size(); ++i) {
      if (entries_[i - 1].index > entries_[i].index) {
        entries_[i].index = entries_[i - 1].index;
        entries_[i].append = entries_[i - 1].append;
      }
    }
  }
  // An append that was acknowledged before `time` and is not among the first `length` elements, or null.
  const VersionOrder::Unread* MissingFrom(size_t length, int64_t time) const {
    const auto end = std::partition_point(entries_.begin(), entries_.end(),
                                          [&](const Entry& entry) { return entry.completed < time; });
    return end != entries_.begin() && end[-1].index >= length ? &end[-1].append : nullptr;
  }

 private:
  struct Entry {
    int64_t completed = 0;
    size_t index = 0;
    VersionOrder::Unread append;
  };
  std::vector<Entry> entries_;
};

AcknowledgedAppends CollectAcknowledgedAppends(std::span<const TransactionOperation> history, const VersionOrder& order,
                                               bool only_unread) {
  AcknowledgedAppends appends;
  const auto add = [&](size_t index, VersionOrder::Unread append) {
    const TransactionOperation& appender = history[append.transaction];
    if (appender.outcome == Outcome::kOk) appends.Add(appender.completed, index, append);
  };
  if (!only_unread) {
    for (size_t index = 0; index < order.elements.size(); ++index) {
      add(index, {order.elements[index], order.appended_by[index]});
    }
  }
  for (const VersionOrder::Unread& unread : order.unread) add(AcknowledgedAppends::kUnreadIndex, unread);
  appends.Sort();
  return appends;
}

}  // namespace

std::string FormatList(const std::vector<int64_t>& list) {
  constexpr size_t kElementsMax = 5;
  std::string words = list.size() > kElementsMax ? "[…" : "[";
  for (size_t i = list.size() > kElementsMax ? list.size() - kElementsMax : 0; i < list.size(); ++i) {
    absl::StrAppend(&words, words == "[" ? "" : " ", list[i]);
  }
  return words + "]";
}

std::optional<SerializabilityFinding> FindImpossibleList(std::span<const TransactionOperation> history) {
  for (const auto& [key, key_history] : GroupByKey(history)) {
    if (key_history.reads.empty()) continue;
    const ListRead& longest = key_history.LongestRead();
    for (const ListRead& read : key_history.reads) {
      std::optional<SerializabilityFinding> finding = FindImpossibleElement(history, key, key_history, read);
      if (finding.has_value()) return finding;
      const auto differs = std::mismatch(read.list->begin(), read.list->end(), longest.list->begin()).first;
      if (differs == read.list->end()) continue;
      const auto index = differs - read.list->begin();
      return MakeFinding(
          Anomaly::kIncompatibleOrder, {history[longest.transaction], history[read.transaction]},
          absl::StrCat("Place ", index + 1, " of ", key, " held ", (*longest.list)[static_cast<size_t>(index)],
                       " when T1 read it, and ", *differs, " when T2 did; but a list only grows."));
    }
  }
  return std::nullopt;
}

VersionOrders InferVersionOrders(std::span<const TransactionOperation> history) {
  const std::map<std::string, KeyHistory> keys = GroupByKey(history);
  VersionOrders orders;
  for (const TransactionOperation& transaction : history)
    orders.committed.push_back(transaction.outcome == Outcome::kOk);
  for (const auto& [key, key_history] : keys) {
    VersionOrder& order = orders.of_key[key];
    if (key_history.reads.empty()) continue;
    order.elements = *key_history.LongestRead().list;
    for (const int64_t element : order.elements) {
      order.appended_by.push_back(key_history.appended_by.at(element));
      orders.committed[order.appended_by.back()] = true;
    }
  }
  // The loop above has to end first, because any list may show that a transaction committed. If a list was never read,
  // all of its committed appends are unread.
  for (size_t i = 0; i < history.size(); ++i) {
    if (!orders.committed[i]) continue;
    for (const TransactionOperation::Append& append : history[i].appends) {
      VersionOrder& order = orders.of_key[append.key];
      order.unread.push_back({append.element, i});
    }
  }
  for (auto& [key, order] : orders.of_key) {
    const absl::flat_hash_set<int64_t> read(order.elements.begin(), order.elements.end());
    std::erase_if(order.unread, [&](const VersionOrder::Unread& append) { return read.contains(append.element); });
  }
  return orders;
}

std::optional<SerializabilityFinding> FindMissingAppend(std::span<const TransactionOperation> history,
                                                        const VersionOrders& orders, Anomaly anomaly) {
  std::map<std::string, AcknowledgedAppends> appends_of;
  for (const auto& [key, order] : orders.of_key) {
    appends_of[key] = CollectAcknowledgedAppends(history, order, anomaly == Anomaly::kLostAppend);
  }
  for (const TransactionOperation& reader : history) {
    if (reader.outcome != Outcome::kOk) continue;
    for (const TransactionOperation::Read& read : reader.reads) {
      const VersionOrder::Unread* missing = appends_of.at(read.key).MissingFrom(read.list.size(), reader.invoked);
      if (missing == nullptr) continue;
      return MakeFinding(
          anomaly, {history[missing->transaction], reader},
          absl::StrCat("T1's append of ", missing->element, " to ", read.key,
                       " was acknowledged before T2 was invoked, and T2 read ", FormatList(read.list), " without it."));
    }
  }
  return std::nullopt;
}

}  // namespace holdfast::conformance
