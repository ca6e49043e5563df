#include "bench/load/endpoint.h"

#include <sys/resource.h>

#include <algorithm>

namespace holdfast::bench {
namespace {

constexpr rlim_t kOtherFiles = 64;

}  // namespace

Addresses Resolve(const conformance::EndpointUrl& url, std::string* failure) {
  boost::asio::io_context io;
  boost::asio::ip::tcp::resolver resolver(io);
  boost::system::error_code error;
  Addresses addresses = resolver.resolve(url.host, std::to_string(url.port), error);
  if (error) *failure = url.host + ": " + error.message();
  return addresses;
}

std::unique_ptr<boost::asio::ssl::context> MakeTlsContext() {
  auto context = std::make_unique<boost::asio::ssl::context>(boost::asio::ssl::context::tls_client);
  context->set_default_verify_paths();
  return context;
}

bool AllowConnections(int count) {
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return true;
  const rlim_t needed = static_cast<rlim_t>(count) + kOtherFiles;
  if (limit.rlim_cur >= needed) return true;
  limit.rlim_cur = std::min(limit.rlim_max, needed);
  return setrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur >= needed;
}

}  // namespace holdfast::bench
