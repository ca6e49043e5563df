// RapidJSON with this project's settings, which must be the same in every file that sees it: include this,
// and RapidJSON's own headers nowhere else. Only server/json may.
#pragma once

// Scanning strings and blanks sixteen bytes at a time. It reads aligned blocks, so up to fifteen bytes past
// the end of the text: JsonDocument sees to it that they are there.
#if defined(__SSE2__)
#define RAPIDJSON_SSE2 1
#endif
#define RAPIDJSON_HAS_CXX11_RANGE_FOR 1

#include <rapidjson/document.h>
#include <rapidjson/reader.h>
