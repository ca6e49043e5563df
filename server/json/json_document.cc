#include "server/json/json_document.h"

#include <cstddef>
#include <string_view>

#include "server/json/json_text.h"

namespace holdfast::server {

namespace {

// The size of the first chunk of the tree's memory, which is large enough for most requests. A larger tree takes
// further chunks of kChunkBytes, which the next Parse or Clear frees.
constexpr size_t kFirstChunkBytes = size_t{32} * 1024;
constexpr size_t kChunkBytes = size_t{64} * 1024;
// The initial size of RapidJSON's stack of values that are not in the tree yet. It grows as needed, and is freed after
// each parse.
constexpr size_t kStackBytes = 1'000;
// The parser reads aligned blocks of sixteen bytes, and so may read this far past the end of the text.
constexpr size_t kOverreadBytes = 16;

using TreeMemory = rapidjson::MemoryPoolAllocator<JsonAllocator>;
using Document = rapidjson::GenericDocument<rapidjson::UTF8<>, TreeMemory, JsonAllocator>;
using Reader = rapidjson::GenericReader<rapidjson::UTF8<>, rapidjson::UTF8<>, JsonAllocator>;

// Forwards the parser's events to the tree, and stops the parser at too deep nesting or an unpaired surrogate.
class TreeBuilder {
 public:
  TreeBuilder(Document* tree, bool surrogates_escaped) : tree_(tree), surrogates_escaped_(surrogates_escaped) {}

  bool Null() { return tree_->Null(); }
  bool Bool(bool value) { return tree_->Bool(value); }
  bool Int(int value) { return tree_->Int(value); }
  bool Uint(unsigned value) { return tree_->Uint(value); }
  bool Int64(int64_t value) { return tree_->Int64(value); }
  bool Uint64(uint64_t value) { return tree_->Uint64(value); }
  bool Double(double value) { return tree_->Double(value); }
  bool RawNumber(const char* text, rapidjson::SizeType length, bool copy) {
    return tree_->RawNumber(text, length, copy);
  }
  bool String(const char* text, rapidjson::SizeType length, bool copy) {
    return HasPairedSurrogates(text, length) && tree_->String(text, length, copy);
  }
  bool Key(const char* text, rapidjson::SizeType length, bool copy) { return String(text, length, copy); }
  bool StartObject() { return Enter() && tree_->StartObject(); }
  bool EndObject(rapidjson::SizeType members) {
    --nesting_;
    return tree_->EndObject(members);
  }
  bool StartArray() { return Enter() && tree_->StartArray(); }
  bool EndArray(rapidjson::SizeType elements) {
    --nesting_;
    return tree_->EndArray(elements);
  }

 private:
  bool Enter() { return ++nesting_ <= kJsonNestingMax; }
  // RapidJSON accepts `\udc00` without its high surrogate, and decodes it to bytes that are not UTF-8. Only such an
  // escape can do that, because Parse has checked that the body is UTF-8.
  bool HasPairedSurrogates(const char* text, size_t length) const {
    return !surrogates_escaped_ || IsUtf8({text, length});
  }

  Document* const tree_;
  const bool surrogates_escaped_;
  int nesting_ = 0;
};

// Whether there may be an escape `\uD8…` to `\uDF…` in `text`.
bool EscapesSurrogates(std::string_view text) {
  for (size_t at = text.find('\\'); at != std::string_view::npos; at = text.find('\\', at + 1)) {
    if (at + 2 < text.size() && text[at + 1] == 'u' && (text[at + 2] == 'd' || text[at + 2] == 'D')) return true;
  }
  return false;
}

}  // namespace

struct JsonDocument::Memory {
  Memory() : pool(first_chunk, sizeof first_chunk, kChunkBytes, &allocator), tree(&pool, kStackBytes, &allocator) {}

  JsonAllocator allocator;
  // Reused for each request.
  alignas(16) char first_chunk[kFirstChunkBytes];
  TreeMemory pool;
  Document tree;
};

JsonDocument::JsonDocument() : memory_(new Memory) {}
JsonDocument::~JsonDocument() = default;

void JsonDocument::Clear() {
  memory_->tree.SetNull();
  memory_->pool.Clear();
}

Decoded<const rapidjson::Value*> JsonDocument::Parse(std::string* body) {
  Clear();
  if (!IsJsonText(*body)) return WireError{};
  const bool surrogates_escaped = EscapesSurrogates(*body);
  if (body->capacity() < body->size() + kOverreadBytes) body->reserve(body->size() + kOverreadBytes);

  rapidjson::InsituStringStream text(body->data());
  const auto parse = [&](Document& tree) {
    TreeBuilder builder(&tree, surrogates_escaped);
    Reader reader;
    return !reader.Parse<rapidjson::kParseInsituFlag>(text, builder).IsError();
  };
  bool parsed = false;
  const auto generate = [&](Document& tree) { return parsed = parse(tree); };
  memory_->tree.Populate(generate);
  if (!parsed) {
    Clear();
    return WireError{};
  }
  return &memory_->tree;
}

}  // namespace holdfast::server
