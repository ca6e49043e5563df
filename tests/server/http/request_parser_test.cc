#include "server/http/request_parser.h"

#include <gtest/gtest.h>

#include <string>

namespace holdfast::server {
namespace {

using State = RequestParser::State;

// Feeds `bytes` in pieces of `piece_bytes`, and the unconsumed rest again with the next piece, as a session does.
// Returns the rest. `*fed` holds the last input of Feed, into which views of the request may point; earlier inputs are
// destroyed.
std::string FeedInPieces(RequestParser* parser, std::string_view bytes, size_t piece_bytes, std::string* fed) {
  std::string waiting;
  while (!bytes.empty() && parser->state() != State::kComplete) {
    waiting += bytes.substr(0, piece_bytes);
    bytes.remove_prefix(std::min(piece_bytes, bytes.size()));
    *fed = waiting;
    waiting.erase(0, parser->Feed(*fed));
    if (parser->state() == State::kTooLarge || parser->state() == State::kMalformed) return waiting;
  }
  return waiting + std::string(bytes);
}
std::string FeedInPieces(RequestParser* parser, std::string_view bytes, size_t piece_bytes) {
  std::string fed;
  return FeedInPieces(parser, bytes, piece_bytes, &fed);
}

TEST(RequestParserTest, ReadsARequestInPiecesOfAnySize) {
  const std::string whole =
      "POST /?a=b HTTP/1.1\r\nHost: localhost:8000\r\nX-Amz-Target:  "
      "DynamoDB_20120810.GetItem \r\nEmpty:\r\nContent-Length: 11\r\n\r\n" +
      std::string("hello\0world", 11);
  for (size_t piece = 1; piece <= whole.size(); ++piece) {
    RequestParser parser;
    std::string fed;
    EXPECT_EQ(FeedInPieces(&parser, whole + "next", piece, &fed), "next");
    ASSERT_EQ(parser.state(), State::kComplete) << piece;
    EXPECT_EQ(parser.request().method, "POST");
    EXPECT_EQ(parser.request().target, "/?a=b");
    EXPECT_EQ(parser.request().Header("host"), "localhost:8000");
    EXPECT_EQ(parser.request().Header("x-amz-target"), "DynamoDB_20120810.GetItem");
    EXPECT_TRUE(parser.request().HasHeader("EMPTY"));
    EXPECT_FALSE(parser.request().HasHeader("absent"));
    EXPECT_EQ(*parser.request().body, std::string("hello\0world", 11));
    EXPECT_TRUE(parser.keep_alive());
  }
}

TEST(RequestParserTest, ReadsFoldedValuesInPiecesOfAnySize) {
  const std::string bytes =
      "GET /folded HTTP/1.1\r\nHost: a\r\nBefore: 1\r\nFolded: one\r\n two\r\n\tthree\r\nAfter: 2\r\nToo: a\r\n "
      "b\r\n\r\n";
  for (size_t piece = 1; piece <= bytes.size(); ++piece) {
    RequestParser parser;
    std::string fed;
    FeedInPieces(&parser, bytes, piece, &fed);
    ASSERT_EQ(parser.state(), State::kComplete) << piece;
    EXPECT_EQ(parser.request().target, "/folded") << piece;
    EXPECT_EQ(parser.request().headers.size(), 5u);
    EXPECT_EQ(parser.request().Header("before"), "1") << piece;
    EXPECT_EQ(parser.request().Header("folded"), "one two three") << piece;
    EXPECT_EQ(parser.request().Header("after"), "2") << piece;
    EXPECT_EQ(parser.request().Header("too"), "a b") << piece;
  }
}

TEST(RequestParserTest, ReadsChunksInPiecesOfAnySize) {
  const std::string bytes =
      "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n6;name=value\r\n world\r\n0\r\n"
      "Trailer: x\r\n\r\nGET";
  for (size_t piece = 1; piece <= bytes.size(); ++piece) {
    RequestParser parser;
    std::string fed;
    const std::string left = FeedInPieces(&parser, bytes, piece, &fed);
    ASSERT_EQ(parser.state(), State::kComplete) << piece;
    EXPECT_EQ(left, "GET") << piece;
    EXPECT_EQ(*parser.request().body, "hello world");
    EXPECT_FALSE(parser.request().HasHeader("trailer")) << "a trailer field is not a header";
  }
}

TEST(RequestParserTest, ReadsAnEmptyChunkedBodyInPieces) {
  const std::string bytes = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n";
  for (size_t piece = 1; piece <= bytes.size(); ++piece) {
    RequestParser parser;
    FeedInPieces(&parser, bytes, piece);
    ASSERT_EQ(parser.state(), State::kComplete) << piece;
    EXPECT_EQ(*parser.request().body, "");
  }
}

TEST(RequestParserTest, RefusesMalformedRequests) {
  for (const std::string& bytes : {
           std::string("\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", 11),
           std::string("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
           std::string("GET / HTTP/1.2\r\nHost: a\r\n\r\n"),
           std::string("GET /\r\nHost: a\r\n\r\n"),
           std::string("GET  / HTTP/1.1\r\nHost: a\r\n\r\n"),
           std::string(" GET / HTTP/1.1\r\nHost: a\r\n\r\n"),
           std::string("GET / HTTP/1.1\nHost: a\n\n\r\n\r\n"),
           std::string("GET /\0 HTTP/1.1\r\nHost: a\r\n\r\n", 28),
           std::string("GET / HTTP/1.1\r\nHost: a\r\nno colon\r\n\r\n"),
           std::string("GET / HTTP/1.1\r\nHost: a\r\nbad name: x\r\n\r\n"),
           std::string("GET / HTTP/1.1\r\nHost: a\r\nName: a\0b\r\n\r\n", 38),
           std::string("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n"),
           std::string("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1x\r\n\r\n"),
           std::string("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999999999999999\r\n\r\n"),
           std::string("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n"),
           std::string("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n"),
           std::string("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip\r\n\r\n"),
           std::string("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: xchunked\r\nContent-Length: 1\r\n\r\n"),
           std::string("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked, gzip\r\n\r\n"),
           std::string("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n"),
           std::string("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: \"chunked\"\r\n\r\n"),
           std::string(
               "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n"),
           std::string("POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
           std::string("POST / HTTP/1.0\r\nConnection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
           std::string("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: +1\r\n\r\nx"),
           std::string("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1, 2\r\n\r\nx"),
           std::string("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1,,1\r\n\r\nx"),
           std::string("POST / HTTP/1.1\r\nHost: a\r\nContent-Length : 1\r\n\r\nx"),
           std::string("GET / HTTP/1.1\r\n Host: a\r\n\r\n"),
           std::string("GET / HTTP/1.1\r\nHost: a\r\nName: b\rc\r\n\r\n"),
           std::string("GET / HTTP/1.1\r\nHost: a\r\nName: b\nC: d\r\n\r\n"),
           std::string("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n10000000000000000\r\nabc"),
           std::string("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1 \r\nabc"),
           std::string("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1\nabc\r\n"),
           std::string("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nx\r\nabc"),
           std::string("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nabcdefg"),
       }) {
    for (const size_t piece : {size_t{1}, size_t{7}, bytes.size()}) {
      RequestParser parser;
      FeedInPieces(&parser, bytes, piece);
      EXPECT_EQ(parser.state(), State::kMalformed) << bytes << " in pieces of " << piece;
    }
  }
}

// RFC 9112, 3.2, and RFC 9110, 4.2.1 and 4.2.4.
TEST(RequestParserTest, RefusesRequestsWithoutExactlyOneValidHost) {
  for (const std::string& bytes : {
           std::string("GET / HTTP/1.1\r\n\r\n"),
           std::string("GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n"),
           std::string("GET / HTTP/1.1\r\nHost: a\r\nX: y\r\nhost: b\r\n\r\n"),
           std::string("GET / HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n"),
           std::string("GET / HTTP/1.1\r\nHost: a b\r\n\r\n"),
           std::string("GET / HTTP/1.1\r\nHost: a\r\n b\r\n\r\n"),
           std::string("GET / HTTP/1.1\r\nHost: a@b\r\n\r\n"),
           std::string("GET / HTTP/1.1\r\nHost: a/b\r\n\r\n"),
           std::string("GET http://a/ HTTP/1.1\r\n\r\n"),
           std::string("GET http://a@b/ HTTP/1.1\r\nHost: b\r\n\r\n"),
           std::string("GET http:///path HTTP/1.1\r\nHost: b\r\n\r\n"),
       }) {
    for (const size_t piece : {size_t{1}, size_t{7}, bytes.size()}) {
      RequestParser parser;
      FeedInPieces(&parser, bytes, piece);
      EXPECT_EQ(parser.state(), State::kMalformed) << bytes << " in pieces of " << piece;
    }
  }
}

TEST(RequestParserTest, AHostMayBeEmptyAndIsOptionalInHttp10) {
  for (const char* bytes :
       {"GET / HTTP/1.1\r\nHost:\r\n\r\n", "GET / HTTP/1.0\r\n\r\n", "GET / HTTP/1.1\r\nHost: [::1]:8000\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: my_host-1.test%2e:80\r\n\r\n"}) {
    RequestParser parser;
    parser.Feed(bytes);
    EXPECT_EQ(parser.state(), State::kComplete) << bytes;
  }
}

TEST(RequestParserTest, ExtensionsOfChunksHaveNoControlCharactersAndABound) {
  const std::string head = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n";
  const std::string long_extension = ";" + std::string(4'000, 'x') + "\r\n";
  const auto chunks = [&](int count) {
    std::string bytes = head;
    for (int i = 0; i < count; ++i) bytes += "1" + long_extension + "a\r\n";
    return bytes + "0\r\n\r\n";
  };
  const struct {
    std::string bytes;
    State state;
  } kCases[] = {
      {head + "1;a=\"b\tc\"\r\nx\r\n0\r\n\r\n", State::kComplete},
      {head + "1;a=\"\n\"\r\nx\r\n0\r\n\r\n", State::kMalformed},
      {head + "1\r\nx\r\n0;a=\"\n\"\r\n\r\n", State::kMalformed},
      {head + "1;a=\"" + std::string(1, '\0') + "\"\r\nx\r\n0\r\n\r\n", State::kMalformed},
      {chunks(4), State::kComplete},
      {chunks(5), State::kMalformed},
  };
  for (const auto& test_case : kCases) {
    for (const size_t piece : {size_t{7}, size_t{5'000}, test_case.bytes.size()}) {
      RequestParser parser;
      FeedInPieces(&parser, test_case.bytes, piece);
      EXPECT_EQ(parser.state(), test_case.state) << test_case.bytes.substr(0, 200) << " in pieces of " << piece;
    }
  }
}

TEST(RequestParserTest, HeadsOfMoreThan16KilobytesAreMalformed) {
  const auto request = [](size_t header_count) {
    std::string bytes = "GET / HTTP/1.1\r\nHost: a\r\n";
    for (size_t i = 0; i < header_count; ++i) bytes += "Name: " + std::string(92, 'x') + "\r\n";
    return bytes + "\r\n";
  };
  for (const size_t piece : {size_t{1}, size_t{99}, size_t{1'000'000}}) {
    RequestParser small;
    FeedInPieces(&small, request(160), piece);
    EXPECT_EQ(small.state(), State::kComplete) << piece;
    RequestParser large;
    FeedInPieces(&large, request(164), piece);
    EXPECT_EQ(large.state(), State::kMalformed) << piece;
    RequestParser long_target;
    FeedInPieces(&long_target, "GET /" + std::string(20'000, 'x') + " HTTP/1.1\r\nHost: a\r\n\r\n", piece);
    EXPECT_EQ(long_target.state(), State::kMalformed) << piece;
    RequestParser padded;
    std::string blanks = "GET / HTTP/1.1\r\nHost: a\r\n";
    for (size_t i = 0; i < 18; ++i) blanks += "Name: " + std::string(1'000, ' ') + "x\r\n";
    FeedInPieces(&padded, blanks + "\r\n", piece);
    EXPECT_EQ(padded.state(), State::kMalformed)
        << "spaces around a value count towards the limit, in pieces of " << piece;
    RequestParser endless;
    FeedInPieces(&endless, "GET / HTTP/1.1\r\nHost: a\r\nName: " + std::string(20'000, 'x'), piece);
    EXPECT_EQ(endless.state(), State::kMalformed) << piece;
  }
}

// Neither the target nor the header alone is too long.
TEST(RequestParserTest, ATargetOf10KilobytesWithAHeaderOf10KilobytesIsMalformed) {
  const std::string line = "GET /" + std::string(10'240, 'x') + " HTTP/1.1\r\nHost: a\r\n";
  const std::string header = "Name: " + std::string(10'240, 'y') + "\r\n\r\n";
  RequestParser one_piece;
  one_piece.Feed(line + header);
  EXPECT_EQ(one_piece.state(), State::kMalformed);
  for (const size_t cut : {line.size() - 5, line.size(), line.size() + 5'000}) {
    RequestParser two_pieces;
    FeedInPieces(&two_pieces, line + header, cut);
    EXPECT_EQ(two_pieces.state(), State::kMalformed) << cut;
  }
  RequestParser line_alone;
  line_alone.Feed(line + "\r\n");
  EXPECT_EQ(line_alone.state(), State::kComplete);
}

TEST(RequestParserTest, TargetsInAbsoluteFormNameTheHost) {
  const struct {
    const char* target;
    const char* path;
    const char* host;
  } kCases[] = {
      {"http://db.fork.localhost:8000/", "/", "db.fork.localhost:8000"},
      {"HTTP://db:8000", "/", "db:8000"},
      {"https://db/_holdfast/clock?account=1", "/_holdfast/clock?account=1", "db"},
      {"http://db?a=b", "/?a=b", "db"},
      {"/http://db/", "/http://db/", "other"},
      {"ftp://db/", "ftp://db/", "other"},
      {"*", "*", "other"},
  };
  for (const auto& test_case : kCases) {
    const std::string bytes =
        "POST " + std::string(test_case.target) + " HTTP/1.1\r\nHost: other\r\nContent-Length: 1\r\n\r\nx";
    for (size_t piece = 1; piece <= bytes.size(); ++piece) {
      RequestParser parser;
      std::string fed;
      FeedInPieces(&parser, bytes, piece, &fed);
      ASSERT_EQ(parser.state(), State::kComplete) << bytes;
      EXPECT_EQ(parser.request().target, test_case.path) << test_case.target;
      EXPECT_EQ(parser.request().Header("host"), test_case.host) << test_case.target;
      EXPECT_EQ(parser.request().headers.size(), 2u);
    }
  }
}

TEST(RequestParserTest, TheQueryOfATargetInAbsoluteFormMayFillTheHead) {
  const std::string query = "?" + std::string(RequestParser::kHeadBytesMax - 200, 'a');
  const std::string bytes =
      "POST http://db" + query + " HTTP/1.1\r\nHost: other\r\nX-Other: 1\r\nContent-Length: 1\r\n\r\nx";
  RequestParser parser;
  std::string fed;
  // The body arrives in a later piece than the head, so that the parser copies the head.
  FeedInPieces(&parser, bytes, bytes.size() - 1, &fed);
  ASSERT_EQ(parser.state(), State::kComplete);
  EXPECT_EQ(parser.request().method, "POST");
  EXPECT_EQ(parser.request().target, "/" + query);
  EXPECT_EQ(parser.request().Header("host"), "db");
  EXPECT_EQ(parser.request().Header("x-other"), "1");
}

TEST(RequestParserTest, BodiesOfExactly16MebibytesAreAccepted) {
  const std::string largest_body(RequestParser::kBodyBytesMax, ' ');
  RequestParser parser;
  parser.Feed("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: " + std::to_string(largest_body.size()) + "\r\n\r\n" +
              largest_body);
  EXPECT_EQ(parser.state(), State::kComplete);
  parser.Reset();
  parser.Feed("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: " + std::to_string(largest_body.size() + 1) + "\r\n\r\n");
  EXPECT_EQ(parser.state(), State::kTooLarge);

  const auto chunk = [](size_t bytes) {
    char size[20];
    std::snprintf(size, sizeof size, "%zx\r\n", bytes);
    return size + std::string(bytes, ' ') + "\r\n";
  };
  const std::string head = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n";
  parser.Reset();
  parser.Feed(head + chunk(largest_body.size() - 1) + chunk(1) + "0\r\n\r\n");
  EXPECT_EQ(parser.state(), State::kComplete);
  parser.Reset();
  parser.Feed(head + chunk(largest_body.size() - 1) + chunk(2) + "0\r\n\r\n");
  EXPECT_EQ(parser.state(), State::kTooLarge);
  parser.Reset();
  parser.Feed(head + "ffffffffffffffff\r\n");
  EXPECT_EQ(parser.state(), State::kTooLarge);
}

TEST(RequestParserTest, CanBeReused) {
  RequestParser parser;
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(parser.state(), State::kEmpty);
    const std::string bytes =
        "POST /" + std::to_string(i) + " HTTP/1.1\r\nHost: a\r\nA: b\r\nContent-Length: 1\r\n\r\nx";
    EXPECT_EQ(parser.Feed(bytes), bytes.size());
    ASSERT_EQ(parser.state(), State::kComplete);
    EXPECT_EQ(parser.request().target, "/" + std::to_string(i));
    EXPECT_EQ(parser.request().headers.size(), 3u);
    EXPECT_EQ(*parser.request().body, "x");
    parser.Reset();
  }
}

TEST(RequestParserTest, EmptyLinesBeforeARequestAreSkipped) {
  RequestParser parser;
  EXPECT_EQ(parser.Feed("\r\n\r\n"), 4u);
  EXPECT_EQ(parser.state(), State::kEmpty);
  parser.Feed("\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n");
  EXPECT_EQ(parser.state(), State::kComplete);
}

TEST(RequestParserTest, AnEmptyLineMayArriveInTwoPieces) {
  RequestParser parser;
  EXPECT_EQ(parser.Feed("\r\n\r"), 2u);
  EXPECT_EQ(parser.state(), State::kIncomplete) << "the rest must be offered again";
  EXPECT_EQ(parser.Feed("\r\n"), 2u);
  EXPECT_EQ(parser.state(), State::kEmpty) << "no byte of a request has arrived";
  EXPECT_EQ(parser.Feed("\r"), 0u);
  parser.Feed("\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n");
  EXPECT_EQ(parser.state(), State::kComplete);
  parser.Reset();
  parser.Feed("\rGET / HTTP/1.1\r\nHost: a\r\n\r\n");
  EXPECT_EQ(parser.state(), State::kMalformed);
}

TEST(RequestParserTest, ReportsWhetherTheConnectionIsKept) {
  const struct {
    const char* head;
    bool keep_alive;
    const char* connection;
  } kCases[] = {
      {"GET / HTTP/1.1\r\nHost: a\r\n\r\n", true, ""},
      {"GET / HTTP/1.1\r\nHost: a\r\nConnection: keep-alive\r\n\r\n", true, ""},
      {"GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", false, ""},
      {"GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade, Close\r\n\r\n", false, ""},
      {"GET / HTTP/1.0\r\n\r\n", false, ""},
      {"GET / HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n", true, "keep-alive"},
  };
  for (const auto& test_case : kCases) {
    RequestParser parser;
    parser.Feed(test_case.head);
    ASSERT_EQ(parser.state(), State::kComplete) << test_case.head;
    EXPECT_EQ(parser.keep_alive(), test_case.keep_alive) << test_case.head;
    EXPECT_EQ(parser.request().connection, test_case.connection) << test_case.head;
  }
}

}  // namespace
}  // namespace holdfast::server
