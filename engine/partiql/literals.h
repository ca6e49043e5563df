// Reads the literals, paths and names in a statement's text.
#pragma once

#include <cstdint>

#include "engine/base/result.h"
#include "engine/partiql/parser.h"
#include "engine/values/attribute_value.h"
#include "engine/values/document_path.h"

namespace holdfast::partiql {

// Whether a term of this kind is a literal: a value that is written in the statement.
bool IsLiteral(TermKind kind);

// The value of a literal. Errors: numbers out of range, elements that are no literals, sets of several types or with
// duplicates, more than 31 levels (limits::kLiteralLevelsMax).
Result<AttributeValue> ReadLiteral(const ParsedStatement& parsed, uint32_t term);

// The path of a kPath. Errors: empty names, indexes out of range.
Result<DocumentPath> ReadPath(const ParsedStatement& parsed, uint32_t term);

// The name of a component: without its quotes.
std::string NameOf(const ParsedStatement& parsed, const PathComponent& component);

// The text of a kCall's function name, without quotes.
std::string FunctionName(const ParsedStatement& parsed, const Term& call);

}  // namespace holdfast::partiql
