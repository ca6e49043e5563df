#include "server/json/text_buffer.h"

namespace holdfast::server {

void TextBuffer::AppendLong(std::string_view text) {
  Flush();
  if (text.size() > sizeof buffer_) {
    out_->append(text);
  } else {
    Append(text);
  }
}

}  // namespace holdfast::server
