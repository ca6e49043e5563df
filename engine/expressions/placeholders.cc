#include "engine/expressions/placeholders.h"

#include <algorithm>
#include <numeric>

#include "engine/base/limits.h"
#include "engine/errors/expression_errors.h"
#include "engine/errors/general_errors.h"

namespace holdfast {
namespace {

constexpr size_t kNotFound = SIZE_MAX;
// Maps of at most this size are searched linearly, which is faster than building an index.
constexpr size_t kSearchedLinearlyMax = 24;

// `#[A-Za-z0-9_]+` or `:[A-Za-z0-9_]+`, of at most 255 bytes.
// [open] DynamoDB's message about a longer one is unknown; its documentation has the limit.
bool IsPlaceholder(char sigil, std::string_view key) {
  if (key.size() < 2 || key.size() > limits::kPlaceholderBytesMax || key[0] != sigil) return false;
  return std::all_of(key.begin() + 1, key.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  });
}

template <typename Map>
std::vector<size_t> SortedPositionsOf(const Map* map) {
  if (map == nullptr || map->size() <= kSearchedLinearlyMax) return {};
  std::vector<size_t> positions(map->size());
  std::iota(positions.begin(), positions.end(), size_t{0});
  std::sort(positions.begin(), positions.end(), [&](size_t a, size_t b) { return (*map)[a].first < (*map)[b].first; });
  return positions;
}

template <typename Map>
size_t Find(const Map* map, const std::vector<size_t>& sorted, std::string_view key) {
  if (map == nullptr) return kNotFound;
  if (sorted.empty()) {
    for (size_t i = 0; i < map->size(); ++i) {
      if ((*map)[i].first == key) return i;
    }
    return kNotFound;
  }
  const auto found = std::lower_bound(sorted.begin(), sorted.end(), key,
                                      [&](size_t position, std::string_view k) { return (*map)[position].first < k; });
  return found != sorted.end() && (*map)[*found].first == key ? *found : kNotFound;
}

template <typename Map, typename Used>
std::vector<std::string_view> UnusedKeys(const Map* map, const Used& used) {
  std::vector<std::string_view> keys;
  for (size_t i = 0; i < used.size(); ++i) {
    if (!used[i]) keys.push_back((*map)[i].first);
  }
  return keys;
}

bool HasTooManyLevelsForTransaction(const ValueProblem* problem) {
  const ValueProblem* nesting = NestingProblem(problem);
  return nesting != nullptr && nesting->levels > limits::kTransactionValueLevelsMax;
}

Status CheckNames(const ExpressionAttributeNames& names) {
  if (names.empty()) return errors::ExpressionAttributeNamesEmpty();
  size_t bytes = 0;
  for (const auto& [key, name] : names) {
    if (!IsPlaceholder('#', key)) return errors::ExpressionAttributeNameKeyInvalid(key);
    bytes += key.size() + name.size();
  }
  // [open] DynamoDB's messages for an empty name and for a name that is too long are unknown; these are modelled on the
  // message for an invalid value.
  for (const auto& [key, name] : names) {
    if (!name.empty() && name.size() <= limits::kAttributeNameBytesMax) continue;
    const auto kind =
        name.empty() ? ValueProblem::Kind::kEmptyAttributeName : ValueProblem::Kind::kAttributeNameTooLong;
    return errors::ExpressionAttributeNameTargetInvalid(Describe({kind}, Wording::kOlder), key);
  }
  if (bytes > limits::kPlaceholderMapBytesMax) return errors::ExpressionAttributeNamesTooLarge();
  return {};
}

}  // namespace

Placeholders::Placeholders(const ExpressionAttributeNames* names, const ExpressionAttributeValues* values)
    : names_(names),
      values_(values),
      name_used_(names == nullptr ? 0 : names->size(), false),
      value_used_(values == nullptr ? 0 : values->size(), false),
      sorted_names_(SortedPositionsOf(names)),
      sorted_values_(SortedPositionsOf(values)) {}

Status Placeholders::Check(Wording wording, ValueNesting nesting) const {
  if (names_ != nullptr) HOLDFAST_RETURN_IF_ERROR(CheckNames(*names_));
  if (values_ == nullptr) return {};
  if (values_->empty()) return errors::ExpressionAttributeValuesEmpty();
  for (const auto& [key, value] : *values_) {
    if (!IsPlaceholder(':', key)) return errors::ExpressionAttributeValueKeyInvalid(key);
  }
  size_t packed_bytes = 0;
  for (const auto& [key, value] : *values_) {
    const bool when_stored = nesting == ValueNesting::kLimitedWhenStored;
    if (when_stored && HasTooManyLevelsForTransaction(value.problem())) {
      return errors::ExpressionAttributeValueInvalid(Describe(*NestingProblem(value.problem()), wording), key);
    }
    const ValueProblem* problem = when_stored ? ProblemBesidesNesting(value.problem()) : value.problem();
    if (problem == nullptr) {
      packed_bytes += key.size() + value.view().packed().size();
      continue;
    }
    std::string text = Describe(*problem, wording);
    const bool wrapped = wording == Wording::kOlder && problem->kind != ValueProblem::Kind::kNullNotTrue &&
                         problem->kind != ValueProblem::Kind::kTooDeep;
    return wrapped ? errors::ExpressionAttributeValueInvalid(text, key) : errors::Validation(std::move(text));
  }
  // [open] The message is a guess. The limit (2 MB of all values) is documented; here it is a limit of packed bytes.
  if (packed_bytes > limits::kPlaceholderMapBytesMax) return errors::ExpressionAttributeValuesTooLarge();
  return {};
}

const ValueProblem* Placeholders::first_value_problem() const {
  if (values_ == nullptr) return nullptr;
  for (const auto& [key, value] : *values_) {
    if (value.problem() != nullptr) return value.problem();
  }
  return nullptr;
}

Status Placeholders::CheckAllUsed() const {
  if (const auto keys = UnusedKeys(names_, name_used_); !keys.empty())
    return errors::ExpressionAttributeNamesUnused(keys);
  if (const auto keys = UnusedKeys(values_, value_used_); !keys.empty()) {
    return errors::ExpressionAttributeValuesUnused(keys);
  }
  return {};
}

const std::string* Placeholders::UseName(std::string_view reference) {
  const size_t position = Find(names_, sorted_names_, reference);
  if (position == kNotFound) return nullptr;
  name_used_[position] = true;
  return &(*names_)[position].second;
}

std::optional<ValueView> Placeholders::UseValue(std::string_view reference) {
  const size_t position = Find(values_, sorted_values_, reference);
  if (position == kNotFound) return std::nullopt;
  value_used_[position] = true;
  return (*values_)[position].second.view();
}

}  // namespace holdfast
