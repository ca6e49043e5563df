// RapidJSON with this project's settings, which must be the same in all files of the server: they include this header
// instead of RapidJSON's own.
#pragma once

// Makes RapidJSON scan strings and blanks sixteen bytes at a time. It then reads aligned blocks, and so up to fifteen
// bytes past the end of the text: JsonDocument reserves them.
#if defined(__SSE2__)
#define RAPIDJSON_SSE2 1
#endif
#define RAPIDJSON_HAS_CXX11_RANGE_FOR 1
// RapidJSON declares its names in this namespace, so that `rapidjson::Value` and `rapidjson::Document`, which are
// declared below, can be the types with this project's allocator.
#define RAPIDJSON_NAMESPACE holdfast_rapidjson

#include <rapidjson/document.h>
#include <rapidjson/reader.h>
#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

#include <cstdlib>
#include <new>

namespace holdfast::server {

// RapidJSON's allocator concept over malloc. RapidJSON does not check its own CrtAllocator's result for null before it
// writes; this one throws std::bad_alloc when memory runs out.
class JsonAllocator {
 public:
  // RapidJSON's allocator concept requires this name.
  static const bool kNeedFree = true;

  void* Malloc(size_t size) { return size == 0 ? nullptr : OrThrow(std::malloc(size)); }
  void* Realloc(void* block, size_t, size_t new_size) {
    if (new_size > 0) return OrThrow(std::realloc(block, new_size));
    std::free(block);
    return nullptr;
  }
  static void Free(void* block) { std::free(block); }

 private:
  static void* OrThrow(void* block) {
    if (block == nullptr) throw std::bad_alloc();
    return block;
  }
};

}  // namespace holdfast::server

namespace rapidjson {

// NOLINTNEXTLINE(google-build-using-namespace): names cannot be added to an alias of a namespace.
using namespace holdfast_rapidjson;
using Value = GenericValue<UTF8<>, MemoryPoolAllocator<holdfast::server::JsonAllocator>>;
using Document =
    GenericDocument<UTF8<>, MemoryPoolAllocator<holdfast::server::JsonAllocator>, holdfast::server::JsonAllocator>;

}  // namespace rapidjson
