// Writes JSON in one pass, appending to a string.
//
//   JsonWriter writer(&body);
//   writer.BeginObject();
//   writer.BeginArray("TableNames");  writer.String("Bookings");  writer.EndArray();
//   writer.EndObject();
//
// The writer adds commas; the caller must pair brackets and write one value after each Name. The string is complete
// after Flush, or after the writer was destroyed. Not thread-safe.
#pragma once

#include <absl/base/attributes.h>

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <exception>
#include <string>
#include <string_view>

#include "server/json/plain_text.h"
#include "server/json/text_buffer.h"

namespace holdfast::server {

class JsonWriter {
 public:
  explicit JsonWriter(std::string* out) : buffer_(out) {}
  // Throws std::bad_alloc, but not while another exception leaves the writer's scope: then the text is not used.
  ~JsonWriter() noexcept(false) {
    if (std::uncaught_exceptions() == exceptions_) Flush();
  }
  JsonWriter(const JsonWriter&) = delete;
  JsonWriter& operator=(const JsonWriter&) = delete;

  void BeginObject() { Open('{'); }
  void EndObject() { Close('}'); }
  void BeginArray() { Open('['); }
  void EndArray() { Close(']'); }

  // A member's name that needs no escapes: one of DynamoDB's own.
  void Name(std::string_view name) {
    Separate();
    Put('"');
    Raw(name);
    Raw("\":");
    comma_due_ = false;
  }
  // A member's name that may need escapes. UTF-8.
  void EscapedName(std::string_view name) {
    AppendQuoted("", name, ":");
    comma_due_ = false;
  }

  // UTF-8. Quotation marks, backslashes and control characters are escaped, nothing else.
  void String(std::string_view text);
  void Boolean(bool value) { RawValue(value ? "true" : "false"); }
  void Integer(int64_t value);
  // The shortest text that reads back as `value` (which must be finite), always with a point: 1.0, 0.5.
  void Double(double value);
  // Members of an object. Their names need no escapes.
  void BeginObject(std::string_view name) {
    Name(name);
    BeginObject();
  }
  void BeginArray(std::string_view name) {
    Name(name);
    BeginArray();
  }
  void StringMember(std::string_view name, std::string_view text) {
    Name(name);
    String(text);
  }
  void BooleanMember(std::string_view name, bool value) {
    Name(name);
    Boolean(value);
  }
  void IntegerMember(std::string_view name, int64_t value) {
    Name(name);
    Integer(value);
  }
  void DoubleMember(std::string_view name, double value) {
    Name(name);
    Double(value);
  }
  // A string: `bytes` in base64.
  void Base64(std::string_view bytes);
  // A value that is JSON already.
  void RawValue(std::string_view json) {
    Separate();
    Raw(json);
    comma_due_ = true;
  }

  // A string and the raw text around it, written in one piece: StringWithin("{\"S\":", "r7", "}"). What is before it and
  // what is after it have at most kAroundBytesMax bytes each.
  static constexpr size_t kAroundBytesMax = 16;
  void StringWithin(std::string_view before, std::string_view text, std::string_view after) {
    AppendQuoted(before, text, after);
    comma_due_ = true;
  }
  // The same for text that needs no escapes and has at most kPieceBytes: `write` writes it to the address that it gets,
  // and returns its end.
  static constexpr size_t kPieceBytes = TextBuffer::kPrepareBytes - 2 * kAroundBytesMax - 3;
  template <typename Write>
  void ShortStringWithin(std::string_view before, const Write& write, std::string_view after) {
    char* const text = PrepareQuoted(before);
    CommitQuoted(write(text), after);
    comma_due_ = true;
  }

  // Raw text around a value.
  void BeginWith(std::string_view json) {
    Separate();
    Raw(json);
    comma_due_ = false;
  }
  void EndWith(std::string_view json) {
    Raw(json);
    comma_due_ = true;
  }

  // Completes the string, and returns it. The caller may append to it directly.
  std::string* Flush() { return buffer_.Flush(); }
  // For raw text of any kind.
  TextBuffer* buffer() { return &buffer_; }
  // Raw text: writes no comma, and does not change whether one is due.
  void Raw(std::string_view text) { buffer_.Append(text); }

 private:
  void Put(char c) { buffer_.Append(c); }
  void Separate() {
    if (comma_due_) Put(',');
  }
  void Open(char bracket) {
    Separate();
    Put(bracket);
    comma_due_ = false;
  }
  void Close(char bracket) {
    Put(bracket);
    comma_due_ = true;
  }
  // Inlined, since that makes copies of what is before and after constant.
  ABSL_ATTRIBUTE_ALWAYS_INLINE void AppendQuoted(std::string_view before, std::string_view text,
                                                 std::string_view after) {
    if (text.size() <= kPieceBytes) {
      if (char* const end = CopyIfPlain(text, PrepareQuoted(before)); end != nullptr) return CommitQuoted(end, after);
    }
    AppendInPieces(before, text, after);
  }
  // Prepares a comma if one is due, what is before a string, its quotation mark, and room for the string.
  char* PrepareQuoted(std::string_view before) {
    assert(before.size() <= kAroundBytesMax);
    char* to = buffer_.Prepare();
    *to = ',';
    to += comma_due_ ? 1 : 0;
    std::memcpy(to, before.data(), before.size());
    to += before.size();
    *to = '"';
    return to + 1;
  }
  void CommitQuoted(char* end, std::string_view after) {
    assert(after.size() <= kAroundBytesMax);
    *end++ = '"';
    std::memcpy(end, after.data(), after.size());
    buffer_.Commit(end + after.size());
  }
  // The same for a text of any length and with any characters.
  void AppendInPieces(std::string_view before, std::string_view text, std::string_view after);
  void AppendWithEscapes(std::string_view text);
  void AppendEscaped(char c);

  TextBuffer buffer_;
  bool comma_due_ = false;
  const int exceptions_ = std::uncaught_exceptions();
};

}  // namespace holdfast::server
