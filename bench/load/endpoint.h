// The endpoint as every connection of a run needs it.
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl/context.hpp>
#include <memory>
#include <string>

#include "conformance/wire/client.h"

namespace holdfast::bench {

using Addresses = boost::asio::ip::tcp::resolver::results_type;

// Looks the endpoint's host up once, so that ten thousand connections do not. `failure` says why there is none.
Addresses Resolve(const conformance::EndpointUrl& url, std::string* failure);

// For `https`: verifies the endpoint's certificate with the machine's authorities.
std::unique_ptr<boost::asio::ssl::context> MakeTlsContext();

// `count` connections need as many files; the limit is raised as far as the machine lets it. False if that is too few.
bool AllowConnections(int count);

}  // namespace holdfast::bench
