#include "server/dispatch/content_encoding.h"

#include <libdeflate.h>

#include <algorithm>
#include <charconv>
#include <new>
#include <optional>
#include <utility>

#include "server/dispatch/http_message.h"

namespace holdfast::server {
namespace {

// The fastest: on a loopback the time to compress costs more than the bytes saved.
constexpr int kCompressionLevel = 1;
// The first guess at what a body unpacks to.
constexpr size_t kUnpackedBytesMin = 16'384;
// Memory for longer bodies and answers is given back.
constexpr size_t kKeptBytesMax = size_t{1} << 20;

std::string_view TakeUntil(std::string_view* text, char separator) {
  const size_t end = text->find(separator);
  const std::string_view part = text->substr(0, end);
  text->remove_prefix(end == std::string_view::npos ? text->size() : end + 1);
  return TrimBlanks(part);
}

// How much a client wants a coding, in thousandths; nothing if it does not say or says it badly.
std::optional<int> Quality(std::string_view parameters) {
  while (!parameters.empty()) {
    std::string_view value = TakeUntil(&parameters, ';');
    if (!EqualsIgnoringCase(TakeUntil(&value, '='), "q")) continue;
    value = TrimBlanks(value);
    double quality = 0;
    const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), quality);
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
  struct Wish {
    ContentCoding coding;
    std::string_view name;
    std::optional<int> quality = std::nullopt;
    int position = 0;
  };
  Wish gzip{ContentCoding::kGzip, "gzip"};
  Wish deflate{ContentCoding::kDeflate, "deflate"};
  Wish others{ContentCoding::kNone, "*"};
  for (int position = 0; !accept_encoding.empty(); ++position) {
    std::string_view parameters = TakeUntil(&accept_encoding, ',');
    const std::string_view name = TakeUntil(&parameters, ';');
    for (Wish* wish : {&gzip, &deflate, &others}) {
      if (wish->quality.has_value() || !EqualsIgnoringCase(name, wish->name)) continue;
      wish->quality = Quality(parameters).value_or(0);
      wish->position = position;
    }
  }
  for (Wish* wish : {&gzip, &deflate}) {
    if (wish->quality.has_value()) continue;
    wish->quality = others.quality.value_or(0);
    wish->position = others.position;
  }
  const bool deflate_wins =
      *deflate.quality != *gzip.quality ? *deflate.quality > *gzip.quality : deflate.position < gzip.position;
  const Wish& winner = deflate_wins ? deflate : gzip;
  return *winner.quality > 0 ? winner.coding : ContentCoding::kNone;
}

void ContentCompressor::FreeCompressor::operator()(libdeflate_compressor* compressor) const {
  libdeflate_free_compressor(compressor);
}
void ContentCompressor::FreeDecompressor::operator()(libdeflate_decompressor* decompressor) const {
  libdeflate_free_decompressor(decompressor);
}

ContentCompressor::ContentCompressor() = default;
ContentCompressor::~ContentCompressor() = default;

ContentCompressor::Unpacked ContentCompressor::Unpack(std::string_view content_encoding, size_t bytes_max,
                                                      std::string* body) {
  ContentCoding coding = ContentCoding::kNone;
  if (EqualsIgnoringCase(content_encoding, "identity")) return Unpacked::kOk;
  if (EqualsIgnoringCase(content_encoding, "gzip")) coding = ContentCoding::kGzip;
  if (EqualsIgnoringCase(content_encoding, "deflate")) coding = ContentCoding::kDeflate;
  if (coding == ContentCoding::kNone) return Unpacked::kCorrupt;

  std::string_view packed = *body;
  size_t used = 0;
  Unpacked result = UnpackMember(coding, bytes_max, &packed, &used);
  while (result == Unpacked::kOk && coding == ContentCoding::kGzip && StartsGzipMember(packed)) {
    result = UnpackMember(coding, bytes_max, &packed, &used);
  }
  if (result == Unpacked::kOk && coding == ContentCoding::kDeflate && !packed.empty()) result = Unpacked::kCorrupt;
  body->assign(unpacked_, 0, used);
  if (unpacked_.size() > kKeptBytesMax) std::string().swap(unpacked_);
  return result;
}

ContentCompressor::Unpacked ContentCompressor::UnpackMember(ContentCoding coding, size_t bytes_max,
                                                            std::string_view* packed, size_t* used) {
  if (decompressor_ == nullptr) decompressor_.reset(libdeflate_alloc_decompressor());
  if (decompressor_ == nullptr) throw std::bad_alloc();
  const auto decompress =
      coding == ContentCoding::kGzip ? &libdeflate_gzip_decompress_ex : &libdeflate_zlib_decompress_ex;
  if (unpacked_.empty()) unpacked_.resize(kUnpackedBytesMin);
  for (;;) {
    size_t taken = 0;
    size_t made = 0;
    const libdeflate_result result = decompress(decompressor_.get(), packed->data(), packed->size(),
                                                unpacked_.data() + *used, unpacked_.size() - *used, &taken, &made);
    if (result == LIBDEFLATE_INSUFFICIENT_SPACE) {
      if (unpacked_.size() > bytes_max) return Unpacked::kTooLarge;
      // One byte more than is allowed tells "exactly as much" from "too much".
      unpacked_.resize(std::min(unpacked_.size() * 4, bytes_max + 1));
      continue;
    }
    if (result != LIBDEFLATE_SUCCESS) return Unpacked::kCorrupt;
    packed->remove_prefix(taken);
    *used += made;
    return *used > bytes_max ? Unpacked::kTooLarge : Unpacked::kOk;
  }
}

std::string_view ContentCompressor::Pack(ContentCoding coding, std::string_view body) {
  if (compressor_ == nullptr) compressor_.reset(libdeflate_alloc_compressor(kCompressionLevel));
  if (compressor_ == nullptr) throw std::bad_alloc();
  const bool gzip = coding == ContentCoding::kGzip;
  const size_t bound = gzip ? libdeflate_gzip_compress_bound(compressor_.get(), body.size())
                            : libdeflate_zlib_compress_bound(compressor_.get(), body.size());
  if (packed_.size() > kKeptBytesMax) std::string().swap(packed_);
  packed_.resize(bound);
  const auto compress = gzip ? &libdeflate_gzip_compress : &libdeflate_zlib_compress;
  packed_.resize(compress(compressor_.get(), body.data(), body.size(), packed_.data(), packed_.size()));
  return packed_;
}

}  // namespace holdfast::server
