#include "server/message/content_encoding.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "server/message/response_checksum.h"
#include "tests/server/dispatch/exchange.h"
#include "tests/support/allocated_bytes.h"
#include "tests/support/sanitizers.h"

namespace holdfast::server {
namespace {

using testing::StartsWith;
using DecompressResult = ContentCompressor::DecompressResult;

constexpr size_t kBytesMax = size_t{16} << 20;

std::string Compressed(ContentCoding coding, std::string_view body) {
  return ContentCompressor().Compress(coding, body);
}
std::string Gzip(std::string_view body) { return Compressed(ContentCoding::kGzip, body); }
std::string Deflate(std::string_view body) { return Compressed(ContentCoding::kDeflate, body); }

TEST(ContentEncodingTest, ChoosesTheResponseCodingAsDynamoDBDoes) {
  const struct {
    const char* accept;
    ContentCoding coding;
  } kCases[] = {
      {"", ContentCoding::kNone},
      {"identity", ContentCoding::kNone},
      {"gzip", ContentCoding::kGzip},
      {"GZip", ContentCoding::kGzip},
      {"deflate", ContentCoding::kDeflate},
      {"gzip, deflate", ContentCoding::kGzip},
      {"deflate, gzip", ContentCoding::kDeflate},
      {"br, zstd, deflate;q=0.5, gzip;q=0.4", ContentCoding::kDeflate},
      {"gzip;q=0.4,deflate;q=0.5", ContentCoding::kDeflate},
      {"*", ContentCoding::kGzip},
      {"*, gzip;q=0.5", ContentCoding::kDeflate},
      {"gzip;q=0, *", ContentCoding::kDeflate},
      {"gzip;q=0", ContentCoding::kNone},
      {"*;q=0", ContentCoding::kNone},
      {"gzip;q=0, deflate;q=0.0", ContentCoding::kNone},
      {"deflate;q=1, gzip;q=7", ContentCoding::kDeflate},
      {"gzip;q=0, gzip;q=1", ContentCoding::kNone},
      {"gzip ; q=0 ; q=1", ContentCoding::kNone},
      {"br", ContentCoding::kNone},
      {"zstd, x-gzip", ContentCoding::kNone},
      {"\"gzip\"", ContentCoding::kNone},
      {"gzip;q=x", ContentCoding::kNone},
      {"deflate; q = 0.5", ContentCoding::kDeflate},
      {"gzip;q =0.4, deflate;\tq=\t0.5 ", ContentCoding::kDeflate},
      {"gzip; q = 0", ContentCoding::kNone},
      {",,;;, gzip", ContentCoding::kGzip},
      {"gzip;level=9", ContentCoding::kGzip},
      {"gzip;q=nan", ContentCoding::kNone},
      {"gzip;q=1e400", ContentCoding::kNone},
  };
  for (const auto& test_case : kCases) {
    EXPECT_EQ(ChooseCoding(test_case.accept), test_case.coding) << test_case.accept;
  }
}

TEST(ContentEncodingTest, DecompressesTheCodingsOfDynamoDB) {
  const std::string text = R"({"TableName":"a"})";
  const std::string long_text(300'000, 'x');
  const std::string gzip = Gzip(text);
  const std::string deflate = Deflate(text);
  std::string bad_checksum = gzip;
  bad_checksum[gzip.size() - 6] = static_cast<char>(~bad_checksum[gzip.size() - 6]);
  const struct {
    const char* name;
    const char* encoding;
    std::string body;
    DecompressResult result;
    std::string decompressed;
  } kCases[] = {
      {"gzip", "gzip", gzip, DecompressResult::kOk, text},
      {"name in capitals", "GZIP", gzip, DecompressResult::kOk, text},
      {"deflate", "deflate", deflate, DecompressResult::kOk, text},
      {"identity", "identity", text, DecompressResult::kOk, text},
      {"long", "gzip", Gzip(long_text), DecompressResult::kOk, long_text},
      {"several members", "gzip", gzip + Gzip(long_text) + gzip, DecompressResult::kOk, text + long_text + text},
      {"garbage after the member", "gzip", gzip + "garbage", DecompressResult::kOk, text},
      {"empty body, compressed", "gzip", Gzip(""), DecompressResult::kOk, ""},
      {"half a second member", "gzip", gzip + gzip.substr(0, 12), DecompressResult::kCorrupt, ""},
      {"two deflate streams", "deflate", deflate + deflate, DecompressResult::kCorrupt, ""},
      {"no bytes as gzip", "gzip", "", DecompressResult::kCorrupt, ""},
      {"no bytes as deflate", "deflate", "", DecompressResult::kCorrupt, ""},
      {"not compressed", "gzip", text, DecompressResult::kCorrupt, ""},
      {"truncated", "gzip", gzip.substr(0, gzip.size() - 1), DecompressResult::kCorrupt, ""},
      {"truncated deflate", "deflate", deflate.substr(0, deflate.size() - 1), DecompressResult::kCorrupt, ""},
      {"wrong checksum", "gzip", bad_checksum, DecompressResult::kCorrupt, ""},
      {"gzip as deflate", "deflate", gzip, DecompressResult::kCorrupt, ""},
      {"unknown coding", "br", gzip, DecompressResult::kCorrupt, ""},
      {"two codings", "gzip, gzip", gzip, DecompressResult::kCorrupt, ""},
  };
  ContentCompressor compressor;
  for (const auto& test_case : kCases) {
    std::string body = test_case.body;
    EXPECT_EQ(compressor.Decompress(test_case.encoding, kBytesMax, &body), test_case.result) << test_case.name;
    if (test_case.result != DecompressResult::kOk) continue;
    EXPECT_EQ(body, test_case.decompressed) << test_case.name;
  }
}

TEST(ContentEncodingTest, DecompressesUpToTheMaximum) {
  ContentCompressor compressor;
  const std::string largest_body(kBytesMax, ' ');
  std::string body = Gzip(largest_body);
  EXPECT_EQ(compressor.Decompress("gzip", kBytesMax, &body), DecompressResult::kOk);
  EXPECT_EQ(body.size(), kBytesMax);
  body = Gzip(largest_body + " ");
  EXPECT_EQ(compressor.Decompress("gzip", kBytesMax, &body), DecompressResult::kTooLarge);
  body = Gzip(largest_body) + Gzip(" ");
  EXPECT_EQ(compressor.Decompress("gzip", kBytesMax, &body), DecompressResult::kTooLarge);
  body = Deflate(largest_body + largest_body);
  EXPECT_EQ(compressor.Decompress("deflate", kBytesMax, &body), DecompressResult::kTooLarge);
}

TEST(ContentEncodingTest, ManyTinyGzipMembersAreDecompressed) {
  std::string body;
  const std::string member = Gzip("");
  while (body.size() + member.size() < (size_t{4} << 20)) body += member;
  body += Gzip("{}");
  ContentCompressor compressor;
  EXPECT_EQ(compressor.Decompress("gzip", kBytesMax, &body), DecompressResult::kOk);
  EXPECT_EQ(body, "{}");
}

TEST(ContentEncodingTest, DispatcherReadsCompressedRequests) {
  Exchange exchange;
  SentRequest request = WithHeader(ApiRequest("ListTables", Gzip("{}")), "content-encoding", "gzip");
  EXPECT_EQ(exchange.Send(request).body, R"({"TableNames":[]})");
  request.body = "{}";
  const ReceivedResponse corrupt = exchange.Send(request);
  EXPECT_EQ(corrupt.status(), 500);
  EXPECT_THAT(corrupt.body, StartsWith(R"({"__type":"com.amazonaws.dynamodb.v20120810#InternalServerError",)"));
  request.body = Gzip(std::string(kBytesMax + 1, ' '));
  EXPECT_EQ(exchange.Send(request).status(), 413);
  EXPECT_EQ(exchange.Call("ListTables", "{}").status(), 200);
}

TEST(ContentEncodingTest, DispatcherCompressesLongResponsesOnly) {
  Exchange exchange;
  // The message of the validation error repeats the invalid value, whose length thus determines that of the body.
  const auto request_for_response_bytes = [&exchange](size_t length) {
    const auto body = [](size_t filler) {
      return R"({"TableName":"a","Key":{"pk":{"S":"a"}},"ReturnConsumedCapacity":")" + std::string(filler, 'x') + "\"}";
    };
    const size_t fixed = exchange.Call("GetItem", body(1)).body.size() - 1;
    return WithHeader(ApiRequest("GetItem", body(length - fixed)), "accept-encoding", "gzip");
  };
  const ReceivedResponse plain = exchange.Send(request_for_response_bytes(4096));
  EXPECT_EQ(plain.body.size(), 4096u);
  EXPECT_EQ(plain.Header("content-encoding"), "(absent)");

  const ReceivedResponse compressed = exchange.Send(request_for_response_bytes(4097));
  EXPECT_EQ(compressed.Header("content-encoding"), "gzip");
  EXPECT_EQ(compressed.Header("content-length"), std::to_string(compressed.body.size()));
  EXPECT_EQ(compressed.Header("x-amz-crc32"), std::to_string(ResponseChecksum(compressed.body)));
  std::string decompressed = compressed.body;
  ContentCompressor compressor;
  EXPECT_EQ(compressor.Decompress("gzip", kBytesMax, &decompressed), DecompressResult::kOk);
  EXPECT_EQ(decompressed.size(), 4097u);

  EXPECT_EQ(
      exchange.Send(WithoutHeader(request_for_response_bytes(4097), "accept-encoding")).Header("content-encoding"),
      "(absent)");
}

TEST(ContentEncodingTest, TheMemoryOfALargeResponseIsNotKept) {
  if (kSanitized) GTEST_SKIP() << "mallinfo2 does not count what the allocators of the sanitizers allocate";
  ContentCompressor compressor;
  static_cast<void>(compressor.Compress(ContentCoding::kGzip, "first use"));
  const std::string body(8 << 20, 'x');
  const size_t before = AllocatedBytes();
  EXPECT_LT(compressor.Compress(ContentCoding::kGzip, body).size(), size_t{100'000});
  EXPECT_LT(AllocatedBytes(), before + body.size() / 8);
}

}  // namespace
}  // namespace holdfast::server
