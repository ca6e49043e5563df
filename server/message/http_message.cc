#include "server/message/http_message.h"

#include <cstring>

#include "server/json/json_text.h"

namespace holdfast::server {
namespace {

unsigned char LowerCase(char c) { return static_cast<unsigned char>(c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c); }

const std::pair<std::string_view, std::string_view>* FindHeader(const HttpRequest& request, std::string_view name) {
  for (const auto& header : request.headers) {
    if (EqualsIgnoringCase(header.first, name)) return &header;
  }
  return nullptr;
}

}  // namespace

bool EqualsIgnoringCase(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  for (size_t i = 0; i < a.size(); ++i) {
    if (a[i] != b[i] && LowerCase(a[i]) != LowerCase(b[i])) return false;
  }
  return true;
}

std::string_view TrimWhitespace(std::string_view text) {
  const auto blank = [](char c) { return c == ' ' || c == '\t'; };
  while (!text.empty() && blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && blank(text.back())) text.remove_suffix(1);
  return text;
}

std::string HeaderToUtf8(std::string_view value) { return ToUtf8(value); }

std::string_view HttpRequest::Header(std::string_view name) const {
  const auto* header = FindHeader(*this, name);
  return header == nullptr ? std::string_view() : TrimWhitespace(header->second);
}

bool HttpRequest::HasHeader(std::string_view name) const { return FindHeader(*this, name) != nullptr; }

std::string* HttpResponse::StartBody() {
  start_ = kHeadCapacity;
  body_at_ = kHeadCapacity;
  ClearBody();
  closes_connection_ = false;
  return &bytes_;
}

void HttpResponse::FinishWithHead(std::string_view head) {
  if (head.size() > kHeadCapacity) {
    bytes_.insert(0, head.size() - kHeadCapacity, ' ');
    start_ = 0;
    body_at_ = head.size();
  } else {
    start_ = kHeadCapacity - head.size();
  }
  std::memcpy(bytes_.data() + start_, head.data(), head.size());
}

}  // namespace holdfast::server
