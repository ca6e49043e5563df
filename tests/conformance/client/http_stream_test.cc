#include "conformance/client/http_stream.h"

#include <gtest/gtest.h>
#include <openssl/evp.h>
#include <openssl/x509v3.h>

#include <boost/asio/read_until.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <boost/asio/write.hpp>
#include <memory>
#include <string>
#include <string_view>
#include <thread>

namespace holdfast::conformance {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr uint64_t kBodyBytesMax = 1u << 20;
constexpr std::string_view kResponse = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}";

// A key, and a certificate of it for the host `localhost`.
class Certificate {
 public:
  Certificate() {
    X509_set_version(certificate_.get(), X509_VERSION_3);
    ASN1_INTEGER_set(X509_get_serialNumber(certificate_.get()), 1);
    constexpr long kDay = 86'400;
    X509_gmtime_adj(X509_getm_notBefore(certificate_.get()), -kDay);
    X509_gmtime_adj(X509_getm_notAfter(certificate_.get()), kDay);
    X509_set_pubkey(certificate_.get(), key_.get());
    X509_NAME* const name = X509_get_subject_name(certificate_.get());
    const auto* const host = reinterpret_cast<const unsigned char*>("localhost");
    X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC, host, -1, -1, 0);
    X509_set_issuer_name(certificate_.get(), name);
    X509_EXTENSION* const names = X509V3_EXT_conf_nid(nullptr, nullptr, NID_subject_alt_name, "DNS:localhost");
    X509_add_ext(certificate_.get(), names, -1);
    X509_EXTENSION_free(names);
    X509_sign(certificate_.get(), key_.get(), EVP_sha256());
  }

  void Serve(asio::ssl::context& context) const {
    SSL_CTX_use_certificate(context.native_handle(), certificate_.get());
    SSL_CTX_use_PrivateKey(context.native_handle(), key_.get());
  }
  void Trust(asio::ssl::context& context) const {
    X509_STORE_add_cert(SSL_CTX_get_cert_store(context.native_handle()), certificate_.get());
  }

 private:
  const std::unique_ptr<EVP_PKEY, decltype(&EVP_PKEY_free)> key_{EVP_EC_gen("P-256"), EVP_PKEY_free};
  const std::unique_ptr<X509, decltype(&X509_free)> certificate_{X509_new(), X509_free};
};

// Reads a request without a body, and sends the response.
template <typename Stream>
void Respond(Stream& stream) {
  std::string request;
  boost::system::error_code error;
  asio::read_until(stream, asio::dynamic_buffer(request), "\r\n\r\n", error);
  asio::write(stream, asio::buffer(kResponse), error);
}

// Reads a request without a body, and sends `begin`, followed by repetitions of `repeated`: more than a client reads.
void RespondWithoutEnd(tcp::socket& socket, std::string_view begin, std::string_view repeated) {
  constexpr size_t kRepeatedBytes = 256u << 20;
  std::string many;
  while (many.size() < 65'536) many += repeated;
  std::string request;
  boost::system::error_code error;
  asio::read_until(socket, asio::dynamic_buffer(request), "\r\n\r\n", error);
  asio::write(socket, asio::buffer(begin), error);
  for (size_t sent = 0; !error && sent < kRepeatedBytes; sent += many.size()) {
    asio::write(socket, asio::buffer(many), error);
  }
}

// An endpoint that accepts one connection, and a stream that is connected to it.
class HttpStreamTest : public ::testing::Test {
 protected:
  ~HttpStreamTest() override {
    if (stream_ != nullptr) stream_->Close();
    if (endpoint_.joinable()) endpoint_.join();
  }

  // `serve` is called with the connection, on a thread of its own.
  template <typename Serve>
  void Connect(std::string scheme, Serve serve) {
    endpoint_ = std::thread([this, serve = std::move(serve)] { serve(acceptor_.accept()); });
    url_ = {.scheme = std::move(scheme), .host = "localhost", .port = acceptor_.local_endpoint().port()};
    stream_ = std::make_unique<HttpStream>(io_, url_.tls() ? &client_tls_ : nullptr, url_, kBodyBytesMax);
    std::string failure;
    // The certificate is for localhost, which may be ::1 here; the acceptor listens on IPv4 only.
    const Addresses addresses = Resolve({.scheme = "http", .host = "127.0.0.1", .port = url_.port}, &failure);
    ASSERT_FALSE(Run([&](auto done) { stream_->Open(addresses, seconds(10), std::move(done)); }));
  }
  // Connects with TLS. The endpoint responds to two requests, and then closes the connection as TLS demands.
  void ConnectWithTls() {
    certificate_.Serve(server_tls_);
    certificate_.Trust(client_tls_);
    Connect("https", [this](tcp::socket socket) {
      asio::ssl::stream<tcp::socket> stream(std::move(socket), server_tls_);
      stream.handshake(asio::ssl::stream_base::server);
      Respond(stream);
      Respond(stream);
      boost::system::error_code error;
      stream.shutdown(error);
    });
  }

  template <typename Start>
  HttpStream::Error Run(const Start& start) {
    HttpStream::Error result;
    start([&](HttpStream::Error error) { result = error; });
    io_.restart();
    io_.run();
    return result;
  }
  std::string Exchange() {
    const HttpStream::Error error =
        Run([&](auto done) { stream_->Exchange({.headers = {}, .body = ""}, seconds(10), std::move(done)); });
    return error ? error.message() : stream_->TakeResponse(/*with_headers=*/false).body;
  }
  bool GetsUnexpectedInput() {
    const auto deadline = std::chrono::steady_clock::now() + seconds(10);
    while (std::chrono::steady_clock::now() < deadline) {
      if (stream_->HasUnexpectedInput()) return true;
      std::this_thread::sleep_for(milliseconds(1));
    }
    return false;
  }

  const Certificate certificate_;
  asio::io_context io_;
  asio::ssl::context client_tls_{asio::ssl::context::tls_client};
  asio::ssl::context server_tls_{asio::ssl::context::tls_server};
  tcp::acceptor acceptor_{io_, {asio::ip::address_v4::loopback(), 0}};
  EndpointUrl url_;
  std::unique_ptr<HttpStream> stream_;
  std::thread endpoint_;
};

TEST_F(HttpStreamTest, AnIdleConnectionHasNoUnexpectedInput) {
  Connect("http", [](tcp::socket socket) {
    Respond(socket);
    Respond(socket);
    // Waits for a third request, which keeps the connection open.
    Respond(socket);
  });
  EXPECT_EQ(Exchange(), "{}");
  EXPECT_FALSE(stream_->HasUnexpectedInput());
  EXPECT_EQ(Exchange(), "{}");
  EXPECT_FALSE(stream_->HasUnexpectedInput());
}

TEST_F(HttpStreamTest, AResetIsUnexpectedInput) {
  Connect("http", [](tcp::socket socket) {
    Respond(socket);
    socket.set_option(asio::socket_base::linger(true, 0));
  });
  EXPECT_EQ(Exchange(), "{}");
  endpoint_.join();
  // The reset may arrive after the socket was closed.
  std::this_thread::sleep_for(milliseconds(20));
  // The first read of the socket gets the reset, later ones the end of the input. One call tests the former; the loop
  // of GetsUnexpectedInput would also accept the latter.
  EXPECT_TRUE(stream_->HasUnexpectedInput());
}

TEST_F(HttpStreamTest, AConnectionThatEndedWithTheBodyIsNotReusable) {
  Connect("http", [](tcp::socket socket) {
    std::string request;
    asio::read_until(socket, asio::dynamic_buffer(request), "\r\n\r\n");
    asio::write(socket, asio::buffer(std::string_view("HTTP/1.1 200 OK\r\n\r\nto the end")));
  });
  EXPECT_EQ(Exchange(), "to the end");
  EXPECT_FALSE(stream_->IsReusable());
}

TEST_F(HttpStreamTest, AResponseToNoRequestIsUnexpectedInput) {
  Connect("http", [](tcp::socket socket) {
    Respond(socket);
    // Later than the response, so that one read does not receive both.
    std::this_thread::sleep_for(milliseconds(20));
    asio::write(socket, asio::buffer(std::string_view("HTTP/1.1 408 Request Timeout\r\nContent-Length: 0\r\n\r\n")));
    char ignored = 0;
    boost::system::error_code error;
    socket.read_some(asio::buffer(&ignored, 1), error);
  });
  EXPECT_EQ(Exchange(), "{}");
  EXPECT_TRUE(GetsUnexpectedInput());
}

TEST_F(HttpStreamTest, ACloseOverTlsIsUnexpectedInput) {
  ConnectWithTls();
  EXPECT_EQ(Exchange(), "{}");
  // Session tickets may have arrived after the handshake.
  EXPECT_FALSE(stream_->HasUnexpectedInput());
  EXPECT_EQ(Exchange(), "{}");
  EXPECT_TRUE(GetsUnexpectedInput());
}

// ---- Responses that do not end.

struct EndlessResponse {
  const char* name;
  std::string_view begin;
  std::string_view repeated;
};

class EndlessResponseTest : public HttpStreamTest, public ::testing::WithParamInterface<EndlessResponse> {
 protected:
  void SetUp() override {
    Connect("http", [](tcp::socket socket) { RespondWithoutEnd(socket, GetParam().begin, GetParam().repeated); });
  }
};

TEST_P(EndlessResponseTest, IsRefused) {
  const HttpStream::Error error =
      Run([&](auto done) { stream_->Exchange({.headers = {}, .body = ""}, seconds(600), std::move(done)); });
  EXPECT_EQ(error, boost::beast::http::error::header_limit) << error.message();
  EXPECT_EQ(FailedResponse(error, /*never_sent=*/false).failure, WireFailure::kTooLarge);
}

TEST_P(EndlessResponseTest, IsRefusedIfItIsReceivedInParts) {
  HttpStream::Error error =
      Run([&](auto done) { stream_->ExchangeHead({.headers = {}, .body = ""}, seconds(600), std::move(done)); });
  if (!error) error = Run([&](auto done) { stream_->ReadPart(seconds(600), std::move(done)); });
  EXPECT_EQ(error, boost::beast::http::error::header_limit) << error.message();
}

constexpr std::string_view kEndlessHead = "HTTP/1.1 200 OK\r\n";
constexpr std::string_view kEndlessExtension = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1;";
constexpr std::string_view kEndlessTrailers = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n";

INSTANTIATE_TEST_SUITE_P(HttpStream, EndlessResponseTest,
                         ::testing::Values(EndlessResponse{"Reason", "HTTP/1.1 200 ", "a"},
                                           EndlessResponse{"HeaderName", kEndlessHead, "a"},
                                           EndlessResponse{"Headers", kEndlessHead, "x: y\r\n"},
                                           EndlessResponse{"ChunkExtension", kEndlessExtension, "a"},
                                           EndlessResponse{"TrailerName", kEndlessTrailers, "a"},
                                           EndlessResponse{"Trailers", kEndlessTrailers, "x: y\r\n"},
                                           EndlessResponse{"InterimResponses", "", "HTTP/1.1 100 Continue\r\n\r\n"}),
                         [](const auto& test) { return std::string(test.param.name); });

TEST_F(HttpStreamTest, TheTimeLimitHoldsWhileThereIsAlwaysSomethingToRead) {
  const std::string chunk = "1;" + std::string(8'000, 'a') + "\r\nx\r\n";
  Connect("http", [chunk](tcp::socket socket) {
    RespondWithoutEnd(socket, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", chunk);
  });
  const HttpStream::Error error =
      Run([&](auto done) { stream_->Exchange({.headers = {}, .body = ""}, milliseconds(1), std::move(done)); });
  EXPECT_EQ(error, boost::beast::error::timeout) << error.message();
}

TEST_F(HttpStreamTest, InterimResponsesAndChunksWithExtensionsAndTrailersAreRead) {
  Connect("http", [](tcp::socket socket) {
    std::string request;
    asio::read_until(socket, asio::dynamic_buffer(request), "\r\n\r\n");
    std::string response;
    for (int i = 0; i < 100; ++i) response += "HTTP/1.1 100 Continue\r\n\r\n";
    response += "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nx-long: " + std::string(8'000, 'a') + "\r\n\r\n";
    for (int i = 0; i < 100; ++i) response += "1;" + std::string(8'000, 'a') + "\r\nx\r\n";
    response += "0\r\nx-trailer: " + std::string(8'000, 'a') + "\r\n\r\n";
    asio::write(socket, asio::buffer(response));
  });
  EXPECT_EQ(Exchange(), std::string(100, 'x'));
}

}  // namespace
}  // namespace holdfast::conformance
