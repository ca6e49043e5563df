#include "server/dispatch/databases.h"

#include <algorithm>
#include <cstdint>

namespace holdfast::server {
namespace {

constexpr std::string_view kDefaultAccount = "000000000000";
constexpr std::string_view kSharedRegion = "us-east-1";
constexpr size_t kAccountDigits = 12;
constexpr uint64_t kAccounts = 1'000'000'000'000;

bool IsAccountId(std::string_view text) {
  return text.size() == kAccountDigits && std::all_of(text.begin(), text.end(), [](char c) {
           return c >= '0' && c <= '9';
         });
}

// FNV-1a.
uint64_t Hash(std::string_view text) {
  uint64_t hash = 0xcbf29ce484222325u;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  return hash;
}

std::string AccountId(uint64_t number) {
  const std::string digits = std::to_string(number % kAccounts);
  return std::string(kAccountDigits - digits.size(), '0') + digits;
}

}  // namespace

Database& Databases::Of(const Caller& caller) {
  switch (isolation_) {
    case Isolation::kByAccount:
      break;
    case Isolation::kByAccessKey:
      return engine_->database(OwnAccount(caller.access_key_id), caller.region);
    case Isolation::kShared:
      return engine_->database(kDefaultAccount, kSharedRegion);
  }
  return engine_->database(IsAccountId(caller.access_key_id) ? caller.access_key_id : kDefaultAccount, caller.region);
}

std::string Databases::OwnAccount(std::string_view access_key_id) {
  uint64_t number = IsAccountId(access_key_id) ? std::stoull(std::string(access_key_id)) : Hash(access_key_id);
  LatchLock lock(&latch_);
  for (;; ++number) {
    std::string account = AccountId(number);
    // Two keys may hash alike: whoever comes second takes the next account.
    if (key_of_account_.try_emplace(account, access_key_id).first->second == access_key_id) return account;
  }
}

}  // namespace holdfast::server
