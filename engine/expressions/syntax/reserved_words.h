// The 573 words that an expression may not use as attribute names without a placeholder.
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/ReservedWords.html
#pragma once

#include <string_view>

namespace holdfast {

// Ignores the case of letters.
bool IsReservedWord(std::string_view word);

}  // namespace holdfast
