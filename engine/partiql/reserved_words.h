// The words that PartiQL reserves. As the name of a table or an attribute, such a word has to be quoted.
#pragma once

#include <string_view>

namespace holdfast::partiql {

// Ignores the case of letters. [open] Which words the service reserves was not captured. These are the keywords of
// PartiQL's first published grammar (SQL-92's and its own); the service's errors about keywords agree with it. The
// names of parts of a date (`year`, `month`, …) are left out, because AWS's code examples use `year` without quotes.
bool IsReservedWord(std::string_view word);

}  // namespace holdfast::partiql
