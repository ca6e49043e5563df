#include "engine/expressions/expression_syntax.h"

#include <array>
#include <cstddef>
#include <string>
#include <utility>

#include "absl/hash/hash.h"
#include "engine/expressions/static_checks.h"

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

// A table in which a new text takes the place of an older one that hashes alike.
class RememberedSyntax {
 public:
  // Null if it is not there.
  const ParsedExpression* Find(ExpressionKind kind, std::string_view text, bool allow_arithmetic) const {
    const Place& place = places_[PlaceOf(text)];
    const bool same =
        place.taken && place.text == text && place.parsed.kind == kind && place.allow_arithmetic == allow_arithmetic;
    return same ? &place.parsed : nullptr;
  }
  void Remember(const ParsedExpression& parsed, bool allow_arithmetic) {
    if (parsed.text.size() > kTextBytesMax) return;
    Place& place = places_[PlaceOf(parsed.text)];
    place.taken = true;
    place.text = parsed.text;
    place.allow_arithmetic = allow_arithmetic;
    place.parsed = parsed;
    place.parsed.text = {};
  }

 private:
  static constexpr size_t kPlaces = 64;
  // Of longer ones even so few would be much memory.
  static constexpr size_t kTextBytesMax = 512;

  struct Place {
    bool taken = false;
    std::string text;
    bool allow_arithmetic = false;
    ParsedExpression parsed;
  };

  static size_t PlaceOf(std::string_view text) { return absl::Hash<std::string_view>()(text) % kPlaces; }

  std::array<Place, kPlaces> places_;
};

}  // namespace

Result<ParsedExpression> SyntaxOf(ExpressionKind kind, std::string_view text, bool allow_arithmetic, Wording wording) {
  thread_local RememberedSyntax remembered;
  if (const ParsedExpression* known = remembered.Find(kind, text, allow_arithmetic)) {
    ParsedExpression parsed = *known;
    parsed.text = text;
    return parsed;
  }
  HOLDFAST_ASSIGN_OR_RETURN(ParsedExpression parsed, ParseExpression(kind, text, allow_arithmetic, wording));
  HOLDFAST_RETURN_IF_ERROR(CheckText(parsed));
  remembered.Remember(parsed, allow_arithmetic);
  return parsed;
}

}  // namespace holdfast
