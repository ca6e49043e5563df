// Limits the address space, so that allocations fail. Not available with sanitizers, which reserve much address space.
#pragma once

#if defined(__linux__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define HOLDFAST_CAN_LIMIT_ADDRESS_SPACE 1

#include <sys/resource.h>
#include <unistd.h>

#include <cstddef>
#include <cstdlib>
#include <fstream>

namespace holdfast {

// While this object exists, the process may use `more_bytes` of address space beyond what it used before. If the limit
// cannot be set, the process ends: without it, the tests would pass whatever they allocate.
class AddressSpaceLimit {
 public:
  explicit AddressSpaceLimit(size_t more_bytes) {
    size_t pages = 0;
    std::ifstream("/proc/self/statm") >> pages;
    if (pages == 0 || ::getrlimit(RLIMIT_AS, &before_) != 0) std::abort();
    rlimit limit = before_;
    limit.rlim_cur = pages * static_cast<size_t>(::sysconf(_SC_PAGESIZE)) + more_bytes;
    if (::setrlimit(RLIMIT_AS, &limit) != 0) std::abort();
  }
  ~AddressSpaceLimit() { ::setrlimit(RLIMIT_AS, &before_); }
  AddressSpaceLimit(const AddressSpaceLimit&) = delete;
  AddressSpaceLimit& operator=(const AddressSpaceLimit&) = delete;

 private:
  rlimit before_{};
};

}  // namespace holdfast

#endif
