#include "server/message/content_encoding.h"

#include <libdeflate.h>

#include <algorithm>
#include <new>
#include <optional>
#include <system_error>

#include "absl/strings/charconv.h"
#include "server/message/http_message.h"

namespace holdfast::server {
namespace {

// The fastest level: on a loopback connection, compressing takes longer than sending the bytes that it saves.
constexpr int kCompressionLevel = 1;
// The initial size of the buffer for a decompressed body.
constexpr size_t kDecompressedBytesMin = 16'384;
// A longer decompression buffer is freed after use.
constexpr size_t kRetainedBytesMax = size_t{1} << 20;

std::string_view TakeUntil(std::string_view* text, char separator) {
  const size_t end = text->find(separator);
  const std::string_view part = text->substr(0, end);
  text->remove_prefix(end == std::string_view::npos ? text->size() : end + 1);
  return TrimWhitespace(part);
}

// The quality value of a coding in thousandths (RFC 9110, 12.4.2): 1000 if there is none; nothing if it is malformed.
std::optional<int> Quality(std::string_view parameters) {
  while (!parameters.empty()) {
    std::string_view value = TakeUntil(&parameters, ';');
    if (!EqualsIgnoringCase(TakeUntil(&value, '='), "q")) continue;
    value = TrimWhitespace(value);
    double quality = 0;
    const auto [end, error] = absl::from_chars(value.data(), value.data() + value.size(), quality);
    if (error != std::errc() || end != value.data() + value.size() || !(quality >= 0)) return std::nullopt;
    return static_cast<int>(std::min(quality, 1.0) * 1000);
  }
  return 1000;
}

bool StartsGzipMember(std::string_view bytes) { return bytes.starts_with("\x1f\x8b"); }

}  // namespace

std::string_view CodingName(ContentCoding coding) {
  switch (coding) {
    case ContentCoding::kNone:
      return {};
    case ContentCoding::kGzip:
      return "gzip";
    case ContentCoding::kDeflate:
      return "deflate";
  }
  return {};
}

ContentCoding ChooseCoding(std::string_view accept_encoding) {
  struct CodingPreference {
    ContentCoding coding;
    std::string_view name;
    std::optional<int> quality = std::nullopt;
    int position = 0;
  };
  CodingPreference gzip{ContentCoding::kGzip, "gzip"};
  CodingPreference deflate{ContentCoding::kDeflate, "deflate"};
  CodingPreference wildcard{ContentCoding::kNone, "*"};
  for (int position = 0; !accept_encoding.empty(); ++position) {
    std::string_view parameters = TakeUntil(&accept_encoding, ',');
    const std::string_view name = TakeUntil(&parameters, ';');
    for (CodingPreference* preference : {&gzip, &deflate, &wildcard}) {
      if (preference->quality.has_value() || !EqualsIgnoringCase(name, preference->name)) continue;
      preference->quality = Quality(parameters).value_or(0);
      preference->position = position;
    }
  }
  for (CodingPreference* preference : {&gzip, &deflate}) {
    if (preference->quality.has_value()) continue;
    preference->quality = wildcard.quality.value_or(0);
    preference->position = wildcard.position;
  }
  const bool prefers_deflate =
      *deflate.quality != *gzip.quality ? *deflate.quality > *gzip.quality : deflate.position < gzip.position;
  const CodingPreference& preferred = prefers_deflate ? deflate : gzip;
  return *preferred.quality > 0 ? preferred.coding : ContentCoding::kNone;
}

void ContentCompressor::FreeCompressor::operator()(libdeflate_compressor* compressor) const {
  libdeflate_free_compressor(compressor);
}
void ContentCompressor::FreeDecompressor::operator()(libdeflate_decompressor* decompressor) const {
  libdeflate_free_decompressor(decompressor);
}

ContentCompressor::ContentCompressor() = default;
ContentCompressor::~ContentCompressor() = default;

ContentCompressor::DecompressResult ContentCompressor::Decompress(std::string_view content_encoding, size_t bytes_max,
                                                                  std::string* body) {
  ContentCoding coding = ContentCoding::kNone;
  if (EqualsIgnoringCase(content_encoding, "identity")) return DecompressResult::kOk;
  if (EqualsIgnoringCase(content_encoding, "gzip")) coding = ContentCoding::kGzip;
  if (EqualsIgnoringCase(content_encoding, "deflate")) coding = ContentCoding::kDeflate;
  if (coding == ContentCoding::kNone) return DecompressResult::kCorrupt;

  std::string_view compressed = *body;
  size_t used = 0;
  DecompressResult result = DecompressMember(coding, bytes_max, &compressed, &used);
  while (result == DecompressResult::kOk && coding == ContentCoding::kGzip && StartsGzipMember(compressed)) {
    result = DecompressMember(coding, bytes_max, &compressed, &used);
  }
  if (result == DecompressResult::kOk && coding == ContentCoding::kDeflate && !compressed.empty()) {
    result = DecompressResult::kCorrupt;
  }
  body->assign(decompressed_, 0, used);
  if (decompressed_.size() > kRetainedBytesMax) std::string().swap(decompressed_);
  return result;
}

ContentCompressor::DecompressResult ContentCompressor::DecompressMember(ContentCoding coding, size_t bytes_max,
                                                                        std::string_view* compressed, size_t* used) {
  if (decompressor_ == nullptr) decompressor_.reset(libdeflate_alloc_decompressor());
  if (decompressor_ == nullptr) throw std::bad_alloc();
  const auto decompress =
      coding == ContentCoding::kGzip ? &libdeflate_gzip_decompress_ex : &libdeflate_zlib_decompress_ex;
  if (decompressed_.empty()) decompressed_.resize(kDecompressedBytesMin);
  for (;;) {
    size_t consumed = 0;
    size_t produced = 0;
    const libdeflate_result result =
        decompress(decompressor_.get(), compressed->data(), compressed->size(), decompressed_.data() + *used,
                   decompressed_.size() - *used, &consumed, &produced);
    if (result == LIBDEFLATE_INSUFFICIENT_SPACE) {
      if (decompressed_.size() > bytes_max) return DecompressResult::kTooLarge;
      // One byte more than the limit distinguishes a body of exactly that size from a longer one.
      decompressed_.resize(std::min(decompressed_.size() * 4, bytes_max + 1));
      continue;
    }
    if (result != LIBDEFLATE_SUCCESS) return DecompressResult::kCorrupt;
    compressed->remove_prefix(consumed);
    *used += produced;
    return *used > bytes_max ? DecompressResult::kTooLarge : DecompressResult::kOk;
  }
}

std::string ContentCompressor::Compress(ContentCoding coding, std::string_view body) {
  if (compressor_ == nullptr) compressor_.reset(libdeflate_alloc_compressor(kCompressionLevel));
  if (compressor_ == nullptr) throw std::bad_alloc();
  const bool gzip = coding == ContentCoding::kGzip;
  const size_t bound = gzip ? libdeflate_gzip_compress_bound(compressor_.get(), body.size())
                            : libdeflate_zlib_compress_bound(compressor_.get(), body.size());
  std::string compressed(bound, '\0');
  const auto compress = gzip ? &libdeflate_gzip_compress : &libdeflate_zlib_compress;
  compressed.resize(compress(compressor_.get(), body.data(), body.size(), compressed.data(), compressed.size()));
  return compressed;
}

}  // namespace holdfast::server
