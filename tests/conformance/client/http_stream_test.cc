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
    stream_ = std::make_unique<HttpStream>(io_, url_.tls() ? &client_tls_ : nullptr, url_, 1'000);
    std::string failure;
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
    return error ? error.message() : stream_->TakeResponse(false).body;
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
    Respond(socket);
  });
  EXPECT_EQ(Exchange(), "{}");
  EXPECT_FALSE(stream_->HasUnexpectedInput());
  EXPECT_EQ(Exchange(), "{}");
  EXPECT_FALSE(stream_->HasUnexpectedInput());
}

TEST_F(HttpStreamTest, AConnectionThatTheEndpointHasResetIsNotUsedAgain) {
  Connect("http", [](tcp::socket socket) {
    Respond(socket);
    socket.set_option(asio::socket_base::linger(true, 0));
  });
  EXPECT_EQ(Exchange(), "{}");
  endpoint_.join();
  std::this_thread::sleep_for(milliseconds(20));
  // The first read of the socket gets the reset, later ones the end of the input. One call tests the former; the loop
  // of GetsUnexpectedInput would also accept the latter.
  EXPECT_TRUE(stream_->HasUnexpectedInput());
}

TEST_F(HttpStreamTest, AConnectionOnWhichAResponseToNoRequestHasArrivedIsNotUsedAgain) {
  Connect("http", [](tcp::socket socket) {
    Respond(socket);
    std::this_thread::sleep_for(milliseconds(20));
    asio::write(socket, asio::buffer(std::string_view("HTTP/1.1 408 Request Timeout\r\nContent-Length: 0\r\n\r\n")));
    char ignored = 0;
    boost::system::error_code error;
    socket.read_some(asio::buffer(&ignored, 1), error);
  });
  EXPECT_EQ(Exchange(), "{}");
  EXPECT_TRUE(GetsUnexpectedInput());
}

TEST_F(HttpStreamTest, AConnectionThatTheEndpointHasClosedOverTlsIsNotUsedAgain) {
  ConnectWithTls();
  EXPECT_EQ(Exchange(), "{}");
  // Session tickets may have arrived after the handshake.
  EXPECT_FALSE(stream_->HasUnexpectedInput());
  EXPECT_EQ(Exchange(), "{}");
  EXPECT_TRUE(GetsUnexpectedInput());
}

}  // namespace
}  // namespace holdfast::conformance
