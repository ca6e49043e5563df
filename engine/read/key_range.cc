#include "engine/read/key_range.h"

#include "engine/values/key_bytes.h"

namespace holdfast {
namespace {

// The least byte string that is greater than `key`.
std::string Successor(std::string_view key) { return std::string(key) + '\0'; }

std::optional<std::string> AfterPrefixOrEnd(std::string_view prefix) {
  std::string after = AfterPrefix(prefix);
  if (after.empty()) return std::nullopt;
  return after;
}

}  // namespace

KeyRange RangeOfPrefix(std::string_view prefix) { return {std::string(prefix), AfterPrefixOrEnd(prefix)}; }

KeyRange RangeOfKey(const KeyClause& clause) {
  const std::string_view key = KeyBytes(clause.operand);
  switch (clause.op) {
    case KeyOperator::kEqual:
      return {std::string(key), Successor(key)};
    case KeyOperator::kLess:
      return {"", std::string(key)};
    case KeyOperator::kLessOrEqual:
      return {"", Successor(key)};
    case KeyOperator::kGreater:
      return {Successor(key), std::nullopt};
    case KeyOperator::kGreaterOrEqual:
      return {std::string(key), std::nullopt};
    case KeyOperator::kBetween:
      return {std::string(key), Successor(KeyBytes(*clause.upper))};
    case KeyOperator::kBeginsWith:
      return RangeOfPrefix(key);
    case KeyOperator::kNotIndexable:
      break;
  }
  // Empty: a condition with this operator is refused before its range is read.
  return {"", ""};
}

KeyRange RangeOfKeyPart(std::string_view prefix, const KeyClause& clause) {
  const auto part = [&](ValueView operand) {
    std::string key(prefix);
    AppendKeyPart(KeyBytes(operand), &key);
    return key;
  };
  const std::string key = part(clause.operand);
  switch (clause.op) {
    case KeyOperator::kEqual:
      return RangeOfPrefix(key);
    case KeyOperator::kLess:
      return {std::string(prefix), key};
    case KeyOperator::kLessOrEqual:
      return {std::string(prefix), AfterPrefixOrEnd(key)};
    case KeyOperator::kGreater:
      // There is an end: a part ends with 0x00 0x01, so `key` does not consist of 0xff.
      return {AfterPrefix(key), AfterPrefixOrEnd(prefix)};
    case KeyOperator::kGreaterOrEqual:
      return {key, AfterPrefixOrEnd(prefix)};
    case KeyOperator::kBetween:
      return {key, AfterPrefixOrEnd(part(*clause.upper))};
    case KeyOperator::kBeginsWith: {
      std::string start(prefix);
      AppendKeyPartPrefix(KeyBytes(clause.operand), &start);
      return {start, AfterPrefixOrEnd(start)};
    }
    case KeyOperator::kNotIndexable:
      break;
  }
  // Empty: a condition with this operator is refused before its range is read.
  return {"", ""};
}

}  // namespace holdfast
