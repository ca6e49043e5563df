#include "engine/race/steps/step_text.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "engine/race/steps/absl_view.h"
#include "engine/race/steps/operation_text.h"

namespace holdfast::race {
namespace {

constexpr size_t kContentBytesMax = 60;
constexpr size_t kKeysBytesMax = 60;
constexpr size_t kStatementsBytesMax = 100;

std::string KeysText(const Intents::Targets& targets) {
  std::vector<std::string> keys;
  for (const std::optional<Target>& target : targets) keys.push_back(target.has_value() ? target->key_text : "?");
  return Shortened(absl::StrJoin(keys, ", "), kKeysBytesMax);
}

// `PutItem room7`, `Query byGuest`, `ExecuteStatement DELETE FROM Rooms WHERE pk = 'room7'`.
std::string Head(const StepTextInput& step) {
  std::string text(OperationName(step.request));
  if (const auto* const other = std::get_if<OpaqueRequest>(&step.request)) {
    std::string statements = other->statements;
    // Statements may have several lines.
    absl::RemoveExtraAsciiWhitespace(&statements);
    if (!statements.empty()) absl::StrAppend(&text, " ", Shortened(std::move(statements), kStatementsBytesMax));
    return text;
  }
  if (!step.targets.empty()) absl::StrAppend(&text, " ", KeysText(step.targets));
  if (const std::string_view index = IndexOf(step.request); !index.empty()) {
    absl::StrAppend(&text, " ", ToAbsl(index));
  } else if (step.targets.empty() && !TablesOf(step.request).empty()) {
    absl::StrAppend(&text, " ", ToAbsl(TablesOf(step.request).front()));
  }
  return text;
}

// Whether `text` is the whole text of a key (KeyText), or its part before or after a slash.
bool IsPartOfKey(std::string_view text, std::string_view key_text) {
  if (key_text.starts_with(text)) {
    const std::string_view rest = key_text.substr(text.size());
    if (rest.empty() || rest.front() == '/') return true;
  }
  if (!key_text.ends_with(text)) return false;
  key_text.remove_suffix(text.size());
  return key_text.ends_with('/');
}

// The attributes of `item` that `before` lacks or has with another value, the names of those that were removed and, if
// `whole`, the other attributes. The key's attributes are not known here, so an attribute is left out if its value is a
// part of `key_text`.
std::string Content(const ItemRef& item, const ItemRef& before, std::string_view key_text, bool whole) {
  std::vector<std::string> parts;
  std::vector<std::string> unchanged;
  if (item != nullptr) {
    for (const auto& [name, value] : item->attributes()) {
      const std::optional<ValueView> old = before == nullptr ? std::nullopt : before->attributes().Find(name);
      const std::string text = DescribeKeyValue(value);
      if (IsPartOfKey(text, key_text)) continue;
      const bool is_unchanged = old.has_value() && *old == value;
      (is_unchanged ? unchanged : parts).push_back(absl::StrCat(ToAbsl(name), " ", text));
    }
  }
  if (item != nullptr && before != nullptr) {
    for (const auto& [name, value] : before->attributes()) {
      if (!item->attributes().Find(name).has_value()) parts.push_back(absl::StrCat("no ", ToAbsl(name)));
    }
  }
  if (whole) parts.insert(parts.end(), unchanged.begin(), unchanged.end());
  return Shortened(absl::StrJoin(parts, ", "), kContentBytesMax);
}

bool IsPut(const StepTextInput& step, const ItemVersion& write) {
  return std::any_of(step.targets.begin(), step.targets.end(), [&](const std::optional<Target>& target) {
    return target.has_value() && target->is_put && target->item == write.item;
  });
}

std::string VersionText(const ItemVersion& version) { return absl::StrCat("v", version.version); }

// The items that were read: ` → availableQty 1 (v3)`.
std::string ReadText(const StepTextInput& step, const Execution& execution) {
  std::string text = " → ";
  const std::string behind =
      step.variant.kind == Variant::Kind::kStale ? absl::StrCat(", ", step.variant.versions, " behind") : "";
  if (step.targets.size() == 1 && execution.reads.size() == 1) {
    const ItemVersion& read = execution.reads.front();
    if (read.content == nullptr) return absl::StrCat(text, "nothing", behind);
    const std::string content = Content(read.content, nullptr, read.key_text, true);
    return absl::StrCat(text, content, content.empty() ? "" : " ", "(", VersionText(read), behind, ")");
  }
  std::vector<std::string> items;
  for (const ItemVersion& read : execution.reads) {
    if (read.content != nullptr) items.push_back(absl::StrCat(read.key_text, " (", VersionText(read), ")"));
  }
  absl::StrAppend(&text, items.size(), items.size() == 1 ? " item" : " items");
  if (!items.empty()) absl::StrAppend(&text, ": ", Shortened(absl::StrJoin(items, ", "), kContentBytesMax));
  if (!behind.empty()) absl::StrAppend(&text, " (", behind.substr(2), ")");
  return text;
}

// `is_put`: a put stores also the attributes that the item had before, and which the writer may have read.
std::string WriteText(const ItemVersion& write, bool is_put) {
  std::string text = absl::StrCat(" ", write.key_text);
  const std::string content = Content(write.content, write.content_before, write.key_text, is_put);
  if (!content.empty()) absl::StrAppend(&text, " ", content);
  return text;
}

// What an OpaqueRequest wrote: `: room7 guest alice (v2), room8 (v3)`.
std::string WritesText(const std::vector<ItemVersion>& writes) {
  std::string text;
  for (const ItemVersion& write : writes) {
    absl::StrAppend(&text, text.empty() ? ":" : ",", WriteText(write, false), " (", VersionText(write), ")");
  }
  return text;
}

}  // namespace

std::string DescribeExecuted(const StepTextInput& step, const Execution& execution) {
  const bool opaque = std::holds_alternative<OpaqueRequest>(step.request);
  std::string text = opaque ? Head(step) : std::string(OperationName(step.request));
  if (execution.delivery == Delivery::kNoResponse) {
    return DescribeRefused(step, "no response: it may have been executed");
  }
  if (execution.delivery == Delivery::kNotSent) return DescribeRefused(step, "not sent");
  if (!execution.outcome.ok()) {
    const Error& error = execution.outcome.error();
    absl::StrAppend(&text, step.targets.empty() ? "" : " ", KeysText(step.targets), " → ",
                    ToAbsl(ExceptionName(error.kind)));
    const std::string codes = CancellationCodes(error);
    return absl::StrCat(text, codes.empty() ? "" : " ", codes);
  }
  if (opaque) return text + WritesText(execution.writes);
  if (!MayWrite(step.request)) return absl::StrCat(Head(step), ReadText(step, execution));
  if (IsTransaction(step.request)) absl::StrAppend(&text, " commit");
  // The texts of the writes, with the versions that they have stored. A put may store again what was stored.
  std::vector<std::pair<std::string, std::string>> writes;
  for (const ItemVersion& write : execution.writes) {
    writes.emplace_back(WriteText(write, IsPut(step, write)), VersionText(write));
  }
  for (const ItemVersion& write : execution.unchanged) {
    if (!IsPut(step, write)) continue;
    writes.emplace_back(absl::StrCat(" ", write.key_text, " ", Content(write.content, nullptr, write.key_text, true)),
                        "nothing changed");
  }
  if (writes.empty()) writes.emplace_back(absl::StrCat(" ", KeysText(step.targets)), "nothing changed");
  const bool several = writes.size() > 1;
  for (const auto& [write, version] : writes) {
    absl::StrAppend(&text, text.back() == ')' ? "," : "", write);
    if (several) absl::StrAppend(&text, " (", version, ")");
  }
  if (several) return step.unconditional ? text + " (unconditional)" : text;
  return absl::StrCat(text, " (", writes.front().second, step.unconditional ? ", unconditional" : "", ")");
}

std::string DescribePrepared(const StepTextInput& step) {
  return absl::StrCat(ToAbsl(OperationName(step.request)), " prepare ", KeysText(step.targets));
}

std::string DescribeRefused(const StepTextInput& step, std::string_view why) {
  return absl::StrCat(Head(step), " → ", ToAbsl(why));
}

std::string DescribeExpiry(std::string_view key_text, const Execution& execution) {
  if (execution.writes.empty()) return absl::StrCat("time to live finds ", ToAbsl(key_text), " renewed");
  return absl::StrCat("time to live deletes ", ToAbsl(key_text), " (", VersionText(execution.writes.front()), ")");
}

}  // namespace holdfast::race
