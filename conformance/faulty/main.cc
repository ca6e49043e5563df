// The faulty proxy: flags, wiring, signals.
#include <csignal>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "conformance/client/environment.h"
#include "conformance/faulty/faults/faults.h"
#include "conformance/faulty/flags.h"
#include "conformance/faulty/proxy.h"

namespace {

namespace faulty = holdfast::conformance::faulty;

int Fail(const std::string& reason) {
  std::fprintf(stderr, "holdfast-faulty-proxy: %s\n", reason.c_str());
  return 1;
}

// Must be called before any thread starts: threads inherit the signal mask.
sigset_t BlockStopSignals() {
  sigset_t stop_signals;
  sigemptyset(&stop_signals);
  sigaddset(&stop_signals, SIGTERM);
  sigaddset(&stop_signals, SIGINT);
  pthread_sigmask(SIG_BLOCK, &stop_signals, nullptr);
  return stop_signals;
}

int Serve(const faulty::Flags& flags) {
  const std::unique_ptr<faulty::Fault> fault = faulty::MakeFault(flags.fault, flags.seed, flags.rate);
  if (fault == nullptr) return Fail("no fault is called '" + flags.fault + "' (see --list-faults)");

  const sigset_t stop_signals = BlockStopSignals();
  // A disconnected client is an error of the write, and must not raise a signal.
  std::signal(SIGPIPE, SIG_IGN);

  faulty::ProxyTarget target{
      .url = flags.target,
      .fault = fault.get(),
      // An endpoint that checks no signatures accepts any secret.
      .secret_access_key = holdfast::conformance::Environment("AWS_SECRET_ACCESS_KEY", "secret")};
  std::string problem;
  const std::unique_ptr<faulty::Proxy> proxy = faulty::Proxy::Start(std::move(target), flags.port, &problem);
  if (proxy == nullptr) return Fail(problem);

  std::printf("holdfast-faulty-proxy is listening on http://127.0.0.1:%u\n", unsigned{proxy->port()});
  std::fflush(stdout);

  int received = 0;
  sigwait(&stop_signals, &received);
  proxy->Stop();
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  faulty::Flags flags;
  const auto problem = faulty::ParseFlags(std::vector<std::string_view>(argv + 1, argv + argc), &flags);
  if (problem.has_value()) return Fail(*problem);
  if (flags.help) {
    std::fputs(faulty::HelpText().c_str(), stdout);
    return 0;
  }
  if (flags.version) {
    std::puts("holdfast-faulty-proxy " HOLDFAST_VERSION);
    return 0;
  }
  if (flags.list_faults) {
    std::fputs(faulty::ListFaults().c_str(), stdout);
    return 0;
  }
  return Serve(flags);
}
