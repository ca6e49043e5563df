// Appends small pieces of text to a string. Appending is inlined, so that a small piece costs no function call.
#pragma once

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace holdfast::server {

// The string is complete after Flush. Not thread-safe.
class TextBuffer {
 public:
  explicit TextBuffer(std::string* out) : out_(out) {}
  TextBuffer(const TextBuffer&) = delete;
  TextBuffer& operator=(const TextBuffer&) = delete;

  void Append(std::string_view text) {
    if (text.size() > sizeof buffer_ - used_) return AppendLong(text);
    std::memcpy(buffer_ + used_, text.data(), text.size());
    used_ += text.size();
  }
  void Append(char c) {
    if (used_ == sizeof buffer_) Flush();
    buffer_[used_++] = c;
  }
  void AppendInteger(int64_t value) {
    constexpr size_t kIntegerBytesMax = 20;
    if (sizeof buffer_ - used_ < kIntegerBytesMax) Flush();
    used_ = static_cast<size_t>(std::to_chars(buffer_ + used_, buffer_ + sizeof buffer_, value).ptr - buffer_);
  }

  // Prepare returns the address of kPrepareBytes of room. Commit appends the text that the caller has written there, up
  // to `end`.
  static constexpr size_t kPrepareBytes = 256;
  char* Prepare() {
    if (sizeof buffer_ - used_ < kPrepareBytes) Flush();
    return buffer_ + used_;
  }
  void Commit(const char* end) { used_ = static_cast<size_t>(end - buffer_); }

  // Returns the string, to which the caller may append directly.
  std::string* Flush() {
    out_->append(buffer_, used_);
    used_ = 0;
    return out_;
  }

 private:
  // Not inlined, so that Append is small enough to be inlined.
  void AppendLong(std::string_view text);

  std::string* const out_;
  size_t used_ = 0;
  char buffer_[512];
};

}  // namespace holdfast::server
