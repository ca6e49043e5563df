// Formatting of text and numbers for human readers, and sanitising of text from endpoints.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace holdfast::conformance {

void Append(std::string* out, std::initializer_list<std::string_view> pieces);

// `text` as UTF-8 (RFC 3629): U+FFFD stands for each byte that belongs to no character.
std::string ToValidUtf8(std::string_view text);

// `text` on one line, well-formed, with its control characters as escape sequences ("\n", "\x1B"), so that text from an
// endpoint cannot control the terminal.
std::string EscapeForTerminal(std::string_view text);

// The number of characters in well-formed `text`, which is about its width in columns.
size_t Characters(std::string_view text);

// 1280 as "1,280".
std::string FormatNumber(int64_t number);

// "1 race", "2 races", "1,280 races": for nouns whose plural ends in s.
std::string FormatCount(int64_t number, std::string_view noun);

// "85 ms", "3.2 s", "3 min 12 s", "2 h 5 min".
std::string FormatDuration(double seconds);

// The current time: "2026-01-01T00:00:00Z".
std::string NowInUtc();

// "a", "a and b", "a, b and c".
std::string JoinWithAnd(const std::vector<std::string>& words);

}  // namespace holdfast::conformance
