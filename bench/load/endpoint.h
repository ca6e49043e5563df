// What all connections of a run share about the endpoint.
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl/context.hpp>
#include <memory>
#include <string>

#include "conformance/client/client.h"

namespace holdfast::bench {

using Addresses = boost::asio::ip::tcp::resolver::results_type;

// Resolves the endpoint's host once for all connections. Empty on failure, with the reason in `failure`.
Addresses Resolve(const conformance::EndpointUrl& url, std::string* failure);

// For `https`: verifies the endpoint's certificate with the machine's authorities.
std::unique_ptr<boost::asio::ssl::context> MakeTlsContext();

// Raises the limit of open files so that `count` connections fit, as far as the system allows it. False if that is too
// few.
bool AllowConnections(int count);

}  // namespace holdfast::bench
