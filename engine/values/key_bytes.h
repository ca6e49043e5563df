// Key attributes as order-preserving byte strings: memcmp orders them as DynamoDB orders the keys.
//
// The key bytes of one attribute are its UTF-8 bytes (S), its bytes (B) or Number::bytes (N). A prefix sorts before the
// longer strings that begin with it. In a composite key of an index entry (engine/indexes/index_entry.h) every part but
// the last is escaped and terminated, so that it sorts and ends independently of the next part: 0x00 becomes 0x00 0xFF,
// and the terminator is 0x00 0x01.
#pragma once

#include <string>
#include <string_view>

#include "engine/values/value_view.h"

namespace holdfast {

// The key bytes of an S, N or B: a view into the value.
inline std::string_view KeyBytes(ValueView value) { return value.bytes(); }

// Adds a part that is not the last one.
void AppendKeyPart(std::string_view key_bytes, std::string* composite);
// Adds what `AppendKeyPart` would, without the terminator: a prefix of all composites whose part begins with `prefix`.
void AppendKeyPartPrefix(std::string_view prefix, std::string* composite);

// The least byte string greater than every string that begins with `prefix`; empty if there is none.
std::string AfterPrefix(std::string_view prefix);

}  // namespace holdfast
