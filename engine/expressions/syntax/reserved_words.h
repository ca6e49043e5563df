// The 573 words that may not stand bare as attribute names in an expression.
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/ReservedWords.html
#pragma once

#include <string_view>

namespace holdfast {

// Whatever the case of its letters.
bool IsReservedWord(std::string_view word);

}  // namespace holdfast
