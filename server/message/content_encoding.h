// Content codings: request bodies are decompressed, and long responses are compressed for clients that accept it.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

struct libdeflate_compressor;
struct libdeflate_decompressor;

namespace holdfast::server {

// The codings that DynamoDB supports. On the wire, `deflate` is zlib's format.
enum class ContentCoding { kNone, kGzip, kDeflate };

// For the Content-Encoding header; empty for kNone.
std::string_view CodingName(ContentCoding coding);

// The coding, gzip or deflate, that a client's Accept-Encoding prefers: the one with the higher q, or the first in the
// list if both have the same. `*` stands for those of the two that the list does not name; if it names neither, gzip
// precedes deflate. kNone if the client accepts neither. The q of `identity` is ignored.
ContentCoding ChooseCoding(std::string_view accept_encoding);

// Not thread-safe: one for each thread.
class ContentCompressor {
 public:
  // A body must be longer than this to be compressed.
  static constexpr size_t kLeftUncompressedBytesMax = 4'096;

  enum class DecompressResult { kOk, kCorrupt, kTooLarge };

  ContentCompressor();
  ~ContentCompressor();

  // Replaces `*body` by its decompressed content; unless the result is kOk, the body must not be used afterwards.
  // `content_encoding`: the Content-Encoding of the request or response. Several gzip members may follow each other,
  // and other bytes after them are ignored; nothing may follow a stream of zlib's format. An unknown coding is
  // kCorrupt.
  DecompressResult Decompress(std::string_view content_encoding, size_t bytes_max, std::string* body);

  // Returns `body` in this coding, which must not be kNone. The capacity of the result is about the size of `body`.
  std::string Compress(ContentCoding coding, std::string_view body);

 private:
  struct FreeCompressor {
    void operator()(libdeflate_compressor* compressor) const;
  };
  struct FreeDecompressor {
    void operator()(libdeflate_decompressor* decompressor) const;
  };

  // Decompresses one member from the front of `*compressed`, and appends it to the `*used` bytes in `decompressed_`.
  DecompressResult DecompressMember(ContentCoding coding, size_t bytes_max, std::string_view* compressed, size_t* used);

  // Allocated on first use, because most clients do not use compression.
  std::unique_ptr<libdeflate_compressor, FreeCompressor> compressor_;
  std::unique_ptr<libdeflate_decompressor, FreeDecompressor> decompressor_;
  // A buffer that grows as needed. Its size is not that of its content.
  std::string decompressed_;
};

}  // namespace holdfast::server
