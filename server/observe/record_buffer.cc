#include "server/observe/record_buffer.h"

#include <algorithm>
#include <cstring>
#include <type_traits>

#include "server/observe/reused_text.h"

namespace holdfast::server {
namespace {

constexpr size_t kBufferBytesKeptMax = size_t{1} << 20;

// What stands before the texts of a record.
struct Head {
  RecordFacts facts;
  size_t text_bytes = 0;
};
static_assert(std::is_trivially_copyable_v<Head>);

}  // namespace

void RecordBuffer::Add(const RequestRecord& record) {
  const std::string_view texts = record.texts.bytes();
  const Head head = {record, texts.size()};
  const size_t needed = bytes_.size() + sizeof head + texts.size();
  if (needed > bytes_.capacity()) bytes_.reserve(std::max(needed, 2 * bytes_.capacity()));
  bytes_.append(reinterpret_cast<const char*>(&head), sizeof head).append(texts);
  ++count_;
}

void RecordBuffer::AppendTo(std::vector<RecordView>* records) const {
  for (std::string_view rest = bytes_; !rest.empty();) {
    Head head;
    std::memcpy(&head, rest.data(), sizeof head);
    records->push_back({head.facts, rest.substr(sizeof head, head.text_bytes)});
    rest.remove_prefix(sizeof head + head.text_bytes);
  }
}

void RecordBuffer::Clear() {
  ClearForReuse(kBufferBytesKeptMax, &bytes_);
  count_ = 0;
}

}  // namespace holdfast::server
