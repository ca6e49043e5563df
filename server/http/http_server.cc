#include "server/http/http_server.h"

#include <algorithm>
#include <future>
#include <thread>
#include <utility>
#include <vector>

#include "server/http/listener.h"
#include "server/http/worker.h"

namespace holdfast::server {

// The implementation, kept out of the header so that its users do not include workers and listener.
class HttpServer::Threads {
 public:
  Threads(const HttpServerOptions& options, const HandlerFactory& make_handler)
      : connections_max_(options.connections_max), quota_(std::make_shared<BufferQuota>(options.buffered_bytes_max)) {
    for (size_t i = 0; i < std::max<size_t>(options.threads, 1); ++i) {
      workers_.push_back(std::make_unique<Worker>(options.limits, quota_, &reclaimer_, make_handler()));
    }
    // The first worker also accepts.
    listener_ = std::make_unique<Listener>(
        &workers_.front()->loop(), [this](int descriptor) { LeastLoadedWorker().Adopt(descriptor); },
        [this] { return ConnectionCount() < connections_max_; });
  }
  ~Threads() { Stop(); }

  Listener& listener() { return *listener_; }
  const BufferQuota& quota() const { return *quota_; }

  void Start() {
    for (const auto& worker : workers_) {
      threads_.emplace_back([&runner = *worker] { runner.Run(); });
    }
  }

  void Stop() {
    if (threads_.empty()) return;
    // The workers stop only after the listener was closed, so that no connection is passed to a stopped worker.
    workers_.front()->loop().Post([this] {
      listener_->Close();
      listener_closed_.set_value();
    });
    listener_closed_.get_future().wait();
    for (const auto& worker : workers_) worker->Stop();
    for (std::thread& thread : threads_) thread.join();
    threads_.clear();
  }

  size_t ConnectionCount() const {
    size_t count = 0;
    for (const auto& worker : workers_) count += worker->connection_count();
    return count;
  }

 private:
  Worker& LeastLoadedWorker() {
    return **std::min_element(workers_.begin(), workers_.end(), [](const auto& a, const auto& b) {
      return a->connection_count() < b->connection_count();
    });
  }

  const size_t connections_max_;
  const std::shared_ptr<BufferQuota> quota_;
  BufferReclaimer reclaimer_;
  std::vector<std::unique_ptr<Worker>> workers_;
  std::unique_ptr<Listener> listener_;
  // A member because it allocates, and memory may have run out when the server is stopped.
  std::promise<void> listener_closed_;
  std::vector<std::thread> threads_;
};

Result<std::unique_ptr<HttpServer>, std::string> HttpServer::Start(const HttpServerOptions& options,
                                                                   const HandlerFactory& make_handler) {
  auto threads = std::make_unique<Threads>(options, make_handler);
  HOLDFAST_RETURN_IF_ERROR(threads->listener().Open(options.host, options.port));
  threads->Start();
  return std::unique_ptr<HttpServer>(new HttpServer(std::move(threads)));
}

HttpServer::HttpServer(std::unique_ptr<Threads> threads) : threads_(std::move(threads)) {}
HttpServer::~HttpServer() = default;

uint16_t HttpServer::port() const { return threads_->listener().port(); }
size_t HttpServer::connection_count() const { return threads_->ConnectionCount(); }
size_t HttpServer::buffered_bytes() const { return threads_->quota().used_bytes(); }
size_t HttpServer::outgoing_bytes() const { return threads_->quota().outgoing_bytes(); }
void HttpServer::Stop() { threads_->Stop(); }

rlim_t RaiseFileDescriptorLimit() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return RLIM_INFINITY;
  const rlim_t before = std::exchange(limit.rlim_cur, limit.rlim_max);
  ::setrlimit(RLIMIT_NOFILE, &limit);
  return before;
}

}  // namespace holdfast::server
