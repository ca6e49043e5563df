#include "engine/partiql/literals.h"

#include <algorithm>
#include <charconv>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/limits.h"
#include "engine/errors/general_errors.h"
#include "engine/errors/partiql_errors.h"
#include "engine/values/value_builder.h"

namespace holdfast::partiql {
namespace {

std::string NumberText(const ParsedStatement& parsed, const Term& number) {
  return (number.negative ? "-" : "") + std::string(TextOf(parsed.text, number.token));
}

// Sorts the keys, so that equal ones are adjacent.
bool HasDuplicates(std::vector<std::string> keys) {
  std::sort(keys.begin(), keys.end());
  return std::adjacent_find(keys.begin(), keys.end()) != keys.end();
}

class LiteralReader {
 public:
  explicit LiteralReader(const ParsedStatement& parsed) : parsed_(parsed), builder_(ValueBuilder::Root::kValue) {}

  Result<AttributeValue> Read(uint32_t term) && {
    HOLDFAST_RETURN_IF_ERROR(Value(term));
    return std::move(builder_).TakeValue();
  }

 private:
  Status Value(uint32_t index) {
    const Term& term = parsed_.terms[index];
    switch (term.kind) {
      case TermKind::kString:
        builder_.String(Unquote(parsed_.text, term.token));
        return {};
      case TermKind::kNumber:
        return Number(term);
      case TermKind::kTrue:
      case TermKind::kFalse:
        builder_.Bool(term.kind == TermKind::kTrue);
        return {};
      case TermKind::kNull:
        builder_.Null();
        return {};
      case TermKind::kList:
        return List(term);
      case TermKind::kMap:
        return Map(term);
      case TermKind::kBag:
        return Bag(term);
      default:
        return errors::UnsupportedDataType(Describe(term), path_, PositionOf(parsed_.text, term.token));
    }
  }

  std::string Describe(const Term& term) const {
    switch (term.kind) {
      case TermKind::kParameter:
        return "Parameter";
      case TermKind::kCall:
        return FunctionName(parsed_, term);
      // [open] What the service calls other terms was not captured.
      case TermKind::kPath:
        return "Path";
      case TermKind::kMissing:
        return "Missing";
      default:
        return "Expression";
    }
  }

  Status Number(const Term& term) {
    const auto number = holdfast::Number::Parse(NumberText(parsed_, term), ExponentBits::k32);
    if (!number.ok()) return errors::LiteralNumberProblem(number.error(), path_);
    builder_.Number(*number);
    return {};
  }

  Status EnterContainer() {
    if (++levels_ > limits::kLiteralLevelsMax) return errors::LiteralTooDeep(path_);
    return {};
  }

  Status List(const Term& term) {
    HOLDFAST_RETURN_IF_ERROR(EnterContainer());
    builder_.BeginList();
    size_t position = 0;
    for (uint32_t element = term.first_operand; element != kNoTerm; element = parsed_.terms[element].next) {
      HOLDFAST_RETURN_IF_ERROR(ElementUnder("[" + std::to_string(position++) + "]", element));
    }
    builder_.EndList();
    --levels_;
    return {};
  }

  // [open] An entry whose value is MISSING is left out, as in PartiQL.
  Status Map(const Term& term) {
    HOLDFAST_RETURN_IF_ERROR(EnterContainer());
    builder_.BeginMap();
    for (uint32_t entry = term.first_operand; entry != kNoTerm; entry = parsed_.terms[entry].next) {
      const uint32_t value = parsed_.terms[entry].first_operand;
      if (parsed_.terms[value].kind == TermKind::kMissing) continue;
      const std::string name = Unquote(parsed_.text, parsed_.terms[entry].token);
      if (name.empty()) {
        return errors::Validation(holdfast::Describe({ValueProblem::Kind::kEmptyAttributeName}, Wording::kCurrent));
      }
      builder_.Name(name);
      HOLDFAST_RETURN_IF_ERROR(ElementUnder("." + name, value));
    }
    builder_.EndMap();
    --levels_;
    return {};
  }

  Status ElementUnder(const std::string& path_suffix, uint32_t element) {
    const size_t size = path_.size();
    path_ += path_suffix;
    HOLDFAST_RETURN_IF_ERROR(Value(element));
    path_.resize(size);
    return {};
  }

  Status Bag(const Term& term) {
    if (term.first_operand == kNoTerm) return errors::EmptyBag();
    const TermKind kind = parsed_.terms[term.first_operand].kind;
    std::vector<std::string> members;
    std::vector<std::string> keys;
    for (uint32_t member = term.first_operand; member != kNoTerm; member = parsed_.terms[member].next) {
      const Term& element = parsed_.terms[member];
      if (element.kind != kind || (kind != TermKind::kString && kind != TermKind::kNumber)) return errors::MixedBag();
      if (kind == TermKind::kString) {
        members.push_back(Unquote(parsed_.text, element.token));
        keys.push_back(members.back());
        continue;
      }
      members.push_back(NumberText(parsed_, element));
      const auto number = holdfast::Number::Parse(members.back(), ExponentBits::k32);
      if (!number.ok()) return errors::LiteralNumberProblem(number.error(), path_);
      keys.emplace_back(number->bytes());
    }
    const std::vector<std::string_view> texts(members.begin(), members.end());
    if (HasDuplicates(std::move(keys))) {
      return kind == TermKind::kString ? errors::DuplicateStringsInBag(texts) : errors::DuplicateNumbersInBag(texts);
    }
    builder_.BeginSet(kind == TermKind::kString ? ValueType::kStringSet : ValueType::kNumberSet);
    for (const std::string_view member : texts) builder_.Element(member);
    builder_.EndSet();
    return {};
  }

  const ParsedStatement& parsed_;
  ValueBuilder builder_;
  // The path of the current value within the literal, as errors report it: `root.name[0]`.
  std::string path_ = "root";
  int levels_ = 0;
};

}  // namespace

bool IsLiteral(TermKind kind) { return kind <= TermKind::kNull || (kind >= TermKind::kList && kind <= TermKind::kMap); }

Result<AttributeValue> ReadLiteral(const ParsedStatement& parsed, uint32_t term) {
  return LiteralReader(parsed).Read(term);
}

std::string NameOf(const ParsedStatement& parsed, const PathComponent& component) {
  const bool quoted =
      component.token.kind == TokenKind::kQuotedIdentifier || component.token.kind == TokenKind::kString;
  return quoted ? Unquote(parsed.text, component.token) : std::string(TextOf(parsed.text, component.token));
}

std::string FunctionName(const ParsedStatement& parsed, const Term& call) {
  return NameOf(parsed, PathComponent{call.token});
}

Result<DocumentPath> ReadPath(const ParsedStatement& parsed, uint32_t term) {
  DocumentPath path;
  for (const PathComponent& component : parsed.paths[parsed.terms[term].index]) {
    if (!component.is_index) {
      std::string name = NameOf(parsed, component);
      if (name.empty()) return errors::EmptyPathComponent();
      path.elements.push_back(PathElement::Name(std::move(name)));
      continue;
    }
    const std::string_view digits = TextOf(parsed.text, component.token);
    int32_t index = 0;
    const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), index);
    const bool whole = read.ec == std::errc() && read.ptr == digits.data() + digits.size();
    if (!whole || (component.negative && index != 0)) {
      return errors::StatementListIndexOutOfRange((component.negative ? "-" : "") + std::string(digits),
                                                  PositionOf(parsed.text, component.token));
    }
    path.elements.push_back(PathElement::Index(static_cast<uint32_t>(index)));
  }
  return path;
}

}  // namespace holdfast::partiql
