// The words that PartiQL reserves. As the name of a table or an attribute, such a word has to be quoted.
#pragma once

#include <string_view>

namespace holdfast::partiql {

// In any case. [open] Which words the service reserves was not captured: these are the keywords of PartiQL's first
// published grammar (SQL-92's and its own), which the service's errors about keywords agree with, without the parts of
// dates: AWS's code examples use `year` as it is.
bool IsReservedWord(std::string_view word);

}  // namespace holdfast::partiql
