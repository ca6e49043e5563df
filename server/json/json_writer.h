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

#include "absl/time/time.h"
#include "server/json/plain_text.h"
#include "server/json/text_buffer.h"

namespace holdfast::server {

class JsonWriter {
 public:
  explicit JsonWriter(std::string* out) : buffer_(out) {}
  // Flushes, which may throw std::bad_alloc. Does not flush while an exception leaves the writer's scope, since the
  // text is not used then.
  ~JsonWriter() noexcept(false) {
    if (std::uncaught_exceptions() == exceptions_at_construction_) Flush();
  }
  JsonWriter(const JsonWriter&) = delete;
  JsonWriter& operator=(const JsonWriter&) = delete;

  void BeginObject() { Open('{'); }
  void EndObject() { Close('}'); }
  void BeginArray() { Open('['); }
  void EndArray() { Close(']'); }

  // A member's name that needs no escapes, such as all names in DynamoDB's API.
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
  // `value`, which must be finite, in the fewest significant digits that read back as it, with a point or an exponent:
  // 1.0, 0.5, 1e+20.
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
  // The seconds since 1970, with milliseconds as decimals.
  void TimeMember(std::string_view name, absl::Time time) {
    DoubleMember(name, static_cast<double>(absl::ToUnixMillis(time)) / 1000);
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

  // A string with raw text before and after it: StringBetween("{\"S\":", "r7", "}"). `before` and `after` have at most
  // kAroundBytesMax bytes each.
  static constexpr size_t kAroundBytesMax = 16;
  void StringBetween(std::string_view before, std::string_view text, std::string_view after) {
    AppendQuoted(before, text, after);
    comma_due_ = true;
  }
  // The same for text that needs no escapes and has at most kPieceBytes: `write(char*)` writes the text to that
  // address, and returns the text's end.
  static constexpr size_t kPieceBytes = TextBuffer::kPrepareBytes - 2 * kAroundBytesMax - 3;
  template <typename Write>
  void PlainStringBetween(std::string_view before, const Write& write, std::string_view after) {
    char* const text = PrepareQuoted(before);
    CommitQuoted(write(text), after);
    comma_due_ = true;
  }

  // For a value whose text the caller appends to buffer(): BeginRawValue must be called before that, and writes a comma
  // if one is due and then `json`; EndRawValue must be called after it, and writes `json`.
  void BeginRawValue(std::string_view json) {
    Separate();
    Raw(json);
    comma_due_ = false;
  }
  void EndRawValue(std::string_view json) {
    Raw(json);
    comma_due_ = true;
  }

  // Completes the string, and returns it. The caller may append to it directly.
  std::string* Flush() { return buffer_.Flush(); }
  // The buffer, to which the caller may append raw text.
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
  // Inlined, so that the sizes of `before` and `after` are constants where they are copied.
  ABSL_ATTRIBUTE_ALWAYS_INLINE void AppendQuoted(std::string_view before, std::string_view text,
                                                 std::string_view after) {
    if (text.size() <= kPieceBytes) {
      if (char* const end = CopyIfPlain(text, PrepareQuoted(before)); end != nullptr) return CommitQuoted(end, after);
    }
    AppendInPieces(before, text, after);
  }
  // Writes a comma if one is due, `before` and the opening quotation mark to the buffer, but does not commit them: that
  // is left to CommitQuoted. Returns the address to which the text of the string is to be written.
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
  // The slow path of AppendQuoted, for text that needs escapes or has more than kPieceBytes.
  void AppendInPieces(std::string_view before, std::string_view text, std::string_view after);
  void AppendWithEscapes(std::string_view text);

  TextBuffer buffer_;
  bool comma_due_ = false;
  const int exceptions_at_construction_ = std::uncaught_exceptions();
};

}  // namespace holdfast::server
