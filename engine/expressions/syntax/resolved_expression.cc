#include "engine/expressions/syntax/resolved_expression.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <utility>

#include "absl/hash/hash.h"
#include "engine/expressions/syntax/path_order.h"
#include "engine/expressions/syntax/static_checks.h"

namespace holdfast {
namespace {

Status CheckText(const ParsedExpression& parsed) {
  switch (parsed.kind) {
    case ExpressionKind::kUpdate:
      HOLDFAST_RETURN_IF_ERROR(CheckReservedWords(parsed));
      HOLDFAST_RETURN_IF_ERROR(CheckFunctions(parsed));
      return CheckSectionsOnce(parsed);
    case ExpressionKind::kProjection:
      return CheckReservedWords(parsed);
    default:
      HOLDFAST_RETURN_IF_ERROR(CheckFunctions(parsed));
      return CheckReservedWords(parsed);
  }
}

DocumentPath ResolvePath(const ParsedExpression& parsed, const ParsedPath& path, Placeholders* placeholders) {
  DocumentPath resolved;
  resolved.elements.reserve(path.count);
  for (uint32_t i = path.first; i < path.first + path.count; ++i) {
    const std::string_view written = parsed.elements[i].TextIn(parsed.text);
    switch (parsed.elements[i].kind) {
      case TokenKind::kNumber: {
        uint32_t index = 0;
        std::from_chars(written.data(), written.data() + written.size(), index);
        resolved.elements.push_back(PathElement::Index(index));
        break;
      }
      case TokenKind::kNameReference: {
        const std::string* name = placeholders->UseName(written);
        if (name == nullptr) return {};
        resolved.elements.push_back(PathElement::Name(*name));
        break;
      }
      default:
        resolved.elements.push_back(PathElement::Name(std::string(written)));
    }
  }
  return resolved;
}

ResolvedExpressionRef Resolve(std::shared_ptr<const ParsedExpression> syntax, Placeholders* placeholders) {
  auto resolved = std::make_shared<ResolvedExpression>();
  const ParsedExpression& parsed = *syntax;
  for (const Token& element : parsed.elements) {
    if (element.kind != TokenKind::kNameReference) continue;
    const std::string* name = placeholders->UseName(element.TextIn(parsed.text));
    resolved->names.push_back({element, name == nullptr ? std::nullopt : std::optional(*name)});
  }
  ExpressionShape& shape = resolved->shape;
  shape.tree = parsed.tree;
  shape.root = parsed.root;
  for (const ParsedPath& path : parsed.paths) shape.paths.push_back(ResolvePath(parsed, path, placeholders));
  for (const ParsedAction& action : parsed.actions) {
    shape.targets.push_back(ResolvePath(parsed, action.target, placeholders));
    shape.actions.push_back({action.kind, action.operand});
  }
  if (parsed.kind == ExpressionKind::kUpdate) shape.order = OrderPaths(shape.targets);
  if (parsed.kind == ExpressionKind::kProjection) shape.order = OrderPaths(shape.paths);
  if (parsed.kind != ExpressionKind::kProjection) shape.distinct_paths = DistinctPaths::From(shape.paths);
  if (parsed.root != kNoNode) {
    shape.analysis =
        AnalyzeCondition(shape.tree, shape.distinct_paths, [&](const Node& node) { return parsed.TextOf(node); });
  }
  resolved->parsed = std::move(syntax);
  return resolved;
}

// A set-associative cache of expressions, keyed by the hash of their text. In each set, the most recently used
// expression comes first. Sets have several entries, because otherwise texts that share a set would evict each other
// again and again.
class ExpressionCache {
 public:
  static constexpr size_t kSets = 32;
  static constexpr size_t kSetSize = 4;
  // The limit on the bytes of the text and its names. Longer expressions are not cached: a name may have 64 KB.
  static constexpr size_t kBytesMax = 1'024;
  using Set = std::array<ResolvedExpressionRef, kSetSize>;

  Set& SetOf(std::string_view text) { return sets_[absl::Hash<std::string_view>()(text) % kSets]; }

 private:
  std::array<Set, kSets> sets_;
};

bool HasSyntax(const ResolvedExpressionRef& cached, ExpressionKind kind, std::string_view text, bool allow_arithmetic) {
  return cached != nullptr && cached->parsed->kind == kind && cached->parsed->allow_arithmetic == allow_arithmetic &&
         cached->parsed->text == text;
}

size_t BytesOf(const ResolvedExpression& resolved) {
  size_t bytes = resolved.parsed->text.size();
  for (const ResolvedExpression::Name& name : resolved.names) bytes += name.name.has_value() ? name.name->size() : 0;
  return bytes;
}

bool HasNames(const ResolvedExpression& cached, Placeholders* placeholders) {
  return std::all_of(cached.names.begin(), cached.names.end(), [&](const ResolvedExpression::Name& cached_name) {
    const std::string* name = placeholders->UseName(cached_name.reference.TextIn(cached.parsed->text));
    return name == nullptr ? !cached_name.name.has_value() : cached_name.name == *name;
  });
}

}  // namespace

Result<ResolvedExpressionRef> ResolveExpression(ExpressionKind kind, std::string_view text, bool allow_arithmetic,
                                                Placeholders* placeholders) {
  thread_local ExpressionCache cache;
  ExpressionCache::Set& set = cache.SetOf(text);
  std::shared_ptr<const ParsedExpression> syntax;
  for (auto cached = set.begin(); cached != set.end(); ++cached) {
    if (!HasSyntax(*cached, kind, text, allow_arithmetic)) continue;
    if (HasNames(**cached, placeholders)) {
      std::rotate(set.begin(), cached, cached + 1);
      return set.front();
    }
    syntax = (*cached)->parsed;
  }

  if (syntax == nullptr) {
    HOLDFAST_ASSIGN_OR_RETURN(ParsedExpression parsed, ParseExpression(kind, text, allow_arithmetic));
    HOLDFAST_RETURN_IF_ERROR(CheckText(parsed));
    syntax = std::make_shared<ParsedExpression>(std::move(parsed));
  }
  ResolvedExpressionRef resolved = Resolve(std::move(syntax), placeholders);
  if (BytesOf(*resolved) <= ExpressionCache::kBytesMax) {
    std::rotate(set.begin(), set.end() - 1, set.end());
    set.front() = resolved;
  }
  return resolved;
}

BoundExpression MakeBoundExpression(const ResolvedExpressionRef& resolved) {
  return BoundExpression({resolved, &resolved->shape});
}

Status CheckNamesDefined(const ResolvedExpression& resolved) {
  for (const ResolvedExpression::Name& name : resolved.names) {
    if (name.name.has_value()) continue;
    return resolved.parsed->errors().UndefinedName(name.reference.TextIn(resolved.parsed->text));
  }
  return {};
}

Status BindLeaf(const ResolvedExpression& resolved, uint32_t node, Placeholders* placeholders, BoundExpression* bound) {
  const ParsedExpression& parsed = *resolved.parsed;
  const Node& leaf = parsed.tree[node];
  if (leaf.kind == NodeKind::kValue) {
    const std::optional<ValueView> value = placeholders->UseValue(parsed.TextOf(leaf));
    if (!value.has_value()) return parsed.errors().UndefinedValue(parsed.TextOf(leaf));
    bound->Bind(*value);
  } else if (leaf.kind == NodeKind::kPath && bound->PathOf(node).elements.empty()) {
    const ParsedPath& path = parsed.paths[leaf.leaf];
    for (uint32_t i = path.first; i < path.first + path.count; ++i) {
      if (parsed.elements[i].kind != TokenKind::kNameReference) continue;
      const std::string_view reference = parsed.elements[i].TextIn(parsed.text);
      if (placeholders->UseName(reference) == nullptr) return parsed.errors().UndefinedName(reference);
    }
  }
  return {};
}

}  // namespace holdfast
