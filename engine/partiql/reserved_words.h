// The words that PartiQL reserves. As the name of a table or an attribute, such a word has to be quoted.
#pragma once

#include <string_view>

namespace holdfast::partiql {

// Ignores the case of letters. [open] Which words the service reserves was not captured. These are the keywords of
// PartiQL's parser as of March 2021, the version that added DynamoDB's extensions such as RETURNING:
// https://github.com/partiql/partiql-lang-kotlin/pull/374. The service's errors about keywords agree with this list.
// The names of parts of a date (`year`, `month`, …) are not among them, and AWS's code examples use `year` without
// quotes.
bool IsReservedWord(std::string_view word);

}  // namespace holdfast::partiql
