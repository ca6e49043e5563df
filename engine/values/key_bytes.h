// Key attributes as order-preserving byte strings: comparing them by memcmp is comparing the keys, everywhere.
//
// Alone, an attribute's key bytes are its UTF-8 bytes (S), its bytes (B) or Number::bytes (N); a prefix sorts first.
// In a composite key (an index entry: index sort attributes, then the table's key) every part but the last is escaped
// and ended, so that no part can run into the next: 0x00 becomes 0x00 0xFF, and the end is 0x00 0x01.
#pragma once

#include <string>
#include <string_view>

#include "engine/values/value_view.h"

namespace holdfast {

// The key bytes of an S, N or B: a view into the value.
inline std::string_view KeyBytes(ValueView value) { return value.bytes(); }

// Adds a part that others follow.
void AppendKeyPart(std::string_view key_bytes, std::string* composite);
// What `AppendKeyPart` writes without the end: every composite whose part begins with `prefix` begins with these.
void AppendKeyPartPrefix(std::string_view prefix, std::string* composite);

// The least byte string greater than every string that begins with `prefix`; empty if there is none.
std::string AfterPrefix(std::string_view prefix);

}  // namespace holdfast
